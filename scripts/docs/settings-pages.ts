// docs/settings.md and .env.example, from the catalogue of settings.
import { settingsByPart } from '../../src/settings/catalogue.ts'
import { NOTE, table } from './markdown.ts'

type Setting = (typeof settingsByPart)[number]['settings'][number]

export function settingsPage(): string {
  const tables = settingsByPart.map(({ part, settings }) => tableOf(part, settings))
  return `# Settings

${NOTE}

Settings are environment variables. A \`.env\` file beside package.json is read too, if there is one; the
environment wins over it. \`.env.example\` lists every setting. An empty setting counts as unset,
except where its allowed values say what empty means. In \`.env\` a value that holds \`#\` needs quotes, of a kind
that it does not hold; a start and \`doctor\` warn of lines there that have no effect or less than they say.

A setting marked *(file)* can be read from a file instead: \`NAME_FILE=/path\`. The file is UTF-8
text; one newline at its end is dropped. Setting both \`NAME\` and \`NAME_FILE\` is an error.

A relative path in a setting starts at the current folder, which under npm is the project's: \`node bin/tradein.js\`
in another folder reads the same \`.env\`, but opens another database. One that begins with \`~\` is refused: only a shell
knows home folders.

The service does not start with a value that it cannot use. It prints a line for every faulty setting
with what is allowed, and never repeats a value. \`npm run --silent tradein -- doctor\` checks
them without starting the service.

${tables.join('\n\n')}
`
}

function tableOf(part: string, settings: readonly Setting[]): string {
  const rows = settings.map((setting) => [
    `\`${setting.variable}\`${setting.fromFile ? ' (file)' : ''}`,
    defaultOf(setting),
    setting.allowed,
    setting.doc,
  ])
  return `## ${part}\n\n${table(['variable', 'default', 'allowed', 'meaning'], rows)}`
}

function defaultOf({ fallback, fallbackNote }: Setting): string {
  if (fallbackNote !== undefined) return fallbackNote
  if (fallback === undefined) return 'unset'
  return fallback === '' ? 'empty' : `\`${fallback}\``
}

export function environmentExample(): string {
  const parts = settingsByPart.map(({ part, settings }) =>
    [`# --- ${part}`, ...settings.map(entryOf)].join('\n\n'),
  )
  return `# Copy to .env and uncomment what should differ from the defaults. docs/settings.md has the same as tables.
# NAME_FILE=/path, where it stands below NAME, reads the value from that file instead.
# ${NOTE}

${parts.join('\n\n')}
`
}

function entryOf(setting: Setting): string {
  const { variable, fallback, fallbackNote, allowed, doc, fromFile } = setting
  const value = fallbackNote === undefined ? (fallback ?? '') : ''
  return [
    `# ${doc}`,
    `# Allowed: ${allowed}.`,
    ...(fallbackNote === undefined ? [] : [`# Default: ${fallbackNote}.`]),
    `#${variable}=${value}`,
    ...(fromFile ? [`#${variable}_FILE=`] : []),
  ].join('\n')
}
