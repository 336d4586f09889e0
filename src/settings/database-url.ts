// Where a database is: which URLs there are, and which are refused before anything connects. What
// the driver makes of one is db/postgres.ts's.
import { Fault, parsePath, type Setting, text } from './kinds.ts'

export type DatabaseUrl =
  | { readonly engine: 'postgres'; readonly url: string }
  | { readonly engine: 'sqlite'; readonly file: string }

export function databaseUrl(variable: string, fallback: string, doc: string): Setting<DatabaseUrl> {
  return {
    ...text(variable, fallback, doc),
    allowed: '`postgres://…` (a PostgreSQL server, 15 or newer) or `sqlite:FILE`',
    fromFile: true,
    read: parseDatabaseUrl,
  }
}

function parseDatabaseUrl(value: string): DatabaseUrl {
  if (/^postgres(ql)?:\/\//.test(value)) return { engine: 'postgres', url: checkedServer(value) }
  const file = /^sqlite:(.+)$/s.exec(value)?.[1]
  if (file === undefined) throw new Fault('has neither form of a database URL')
  if (file.startsWith(':memory:')) {
    throw new Fault('names a database in memory, which the command line could not share')
  }
  if (/^\/\/(?!\/)/.test(file)) {
    throw new Fault(
      'has two slashes, which begin a host; write sqlite:FILE or sqlite:/absolute/FILE',
    )
  }
  // With an empty host between its slashes, as URLs of files are written, the path is absolute.
  return { engine: 'sqlite', file: parsePath(file.replace(/^\/\/\//, '/')) }
}

/** Those that the driver knows and that leave the service's own limits alone. */
const PARAMETERS: ReadonlySet<string> = new Set([
  'application_name',
  'host',
  'options',
  'password',
  'port',
  'ssl',
  'sslcert',
  'sslkey',
  'sslmode',
  'sslnegotiation',
  'sslrootcert',
  'uselibpqcompat',
  'user',
])

const SSL_MODES = ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full']

/** What the driver makes of any other is not what it says. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  ssl: ['true', '1', '0', 'no-verify'],
  sslmode: SSL_MODES,
  uselibpqcompat: ['true', 'false'],
}

const ENCODE =
  'in a user, password or parameter write % as %25, / as %2F, ? as %3F, # as %23 and @ as %40'

/** The driver ignores a parameter that it does not know: `sslmod=require` would mean no TLS. */
function checkedServer(value: string): string {
  // The driver encodes all of a URL that has one of these, what is encoded already included.
  if (/\s|%(?![0-9a-f]{2})/i.test(value)) {
    throw new Fault(`has a space, or a % that encodes nothing; write %20, and ${ENCODE}`)
  }
  if (!URL.canParse(value)) throw new Fault(`is not a valid URL; ${ENCODE}`)
  const { pathname, search, hash, searchParams } = new URL(value)
  // A password with one of these ends the user's part early: its rest would be taken for the host
  // and the name of the database, and be told as such.
  if (hash !== '' || `${pathname}${search}`.includes('@')) {
    throw new Fault(`has an @ after its host, or a #; ${ENCODE}`)
  }
  const names = [...searchParams.keys()]
  if (names.some((name) => !PARAMETERS.has(name))) {
    throw new Fault(`has a parameter that is none of ${[...PARAMETERS].join(', ')}`)
  }
  if (new Set(names).size < names.length) throw new Fault('has one parameter twice')
  for (const [name, allowed] of Object.entries(VALUES)) {
    const given = searchParams.get(name)
    if (given === null || allowed.includes(given)) continue
    throw new Fault(`has a value of ${name} that is none of ${allowed.join(', ')}`)
  }
  const mode = searchParams.get('sslmode')
  if (mode !== null && searchParams.has('ssl')) {
    throw new Fault('has both ssl and sslmode; say by sslmode alone whether there is TLS')
  }
  if (mode === 'no-verify' && searchParams.get('uselibpqcompat') === 'true') {
    throw new Fault('has sslmode=no-verify, which uselibpqcompat=true calls require')
  }
  return value
}
