// Routes that show what passes the gate, a file of roles, and one question to such a route, for the
// tests of the trusted header.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { App } from '../../src/http/server.ts'
import type { TestService } from './service.ts'

export const LEGACY = 'x-authenticated-user'

export interface Probed {
  readonly caller: { username: string; source: string } | null
  readonly parsed: string | null
  readonly raw: readonly string[]
  readonly distinct: readonly string[]
}

/** Routes that show what reaches a route behind the gate. */
export function probes(app: App): void {
  for (const [url, config] of [
    ['/api/v1/probe', {}],
    ['/api/v1/open-probe', { access: 'open' }],
    ['/api/v1/admin-probe', { access: 'admin' }],
    ['/outside', {}],
  ] as const) {
    app.all(url, { config }, async (request): Promise<Probed> => {
      const raw = request.raw.rawHeaders
      const decoded = (text: unknown) => Buffer.from(String(text), 'latin1').toString('utf8')
      return {
        caller: request.caller && {
          username: request.caller.username,
          source: request.caller.source,
        },
        parsed: request.headers[LEGACY] === undefined ? null : decoded(request.headers[LEGACY]),
        raw: raw.flatMap((name, index) =>
          index % 2 === 0 && name.toLowerCase() === LEGACY ? [decoded(raw[index + 1])] : [],
        ),
        // An injected request has none.
        distinct: (request.raw.headersDistinct?.[LEGACY] ?? []).map(decoded),
      }
    })
  }
}

export function rolesFile(roles: unknown) {
  const folder = mkdtempSync(join(tmpdir(), 'tradein-roles-'))
  const path = join(folder, 'roles.json')
  const write = (content: unknown) => {
    const isWritten = typeof content === 'string' || Buffer.isBuffer(content)
    writeFileSync(path, isWritten ? content : JSON.stringify(content))
  }
  write(roles)
  after(() => rmSync(folder, { recursive: true, force: true }))
  return { path, write }
}

export const probe = async (
  service: TestService,
  headers: Record<string, string>,
  url = '/api/v1/probe',
) => {
  const response = await service.get(url, undefined, headers)
  return { status: response.status, body: response.json() as Probed & { detail: string } }
}
