// Address suggestions.
import { Fault, optional, parseRootUrl, secret, text } from './kinds.ts'

export const addressSettings = {
  addressUpstream: optional({
    ...text(
      'ADDRESS_UPSTREAM',
      '',
      'Service asked for address suggestions before the imported table; needs `DADATA_API_KEY`.',
    ),
    allowed: '`dadata:` (its public address) or `dadata:https://…` (another one)',
    read: parseUpstream,
  }),
  dadataApiKey: secret('DADATA_API_KEY', 'Key for DaData.'),
} as const

function parseUpstream(value: string): string {
  const url = /^dadata:(.*)$/s.exec(value)?.[1]
  if (url === undefined) throw new Fault('names no known upstream')
  if (url === '') return 'https://suggestions.dadata.ru'
  return parseRootUrl(url)
}
