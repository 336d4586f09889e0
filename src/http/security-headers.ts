// The security headers, as OWASP's secure headers project advises for an API. They are the same in
// every answer, and computing them for each took a tenth of a request's time.
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet, { type HelmetOptions } from 'helmet'

const OPTIONS: HelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
  frameguard: { action: 'deny' },
  crossOriginEmbedderPolicy: true,
  // Headers for browsers that are gone, or for web pages, of which the service has only /docs.
  originAgentCluster: false,
  xDownloadOptions: false,
  xXssProtection: false,
  // The host’s subdomains are not the service’s to bind: it may be one path of a company’s site.
  strictTransportSecurity: { maxAge: 63_072_000, includeSubDomains: false },
}

/** What no answer may use, were a browser to show it as a page. Helmet has no such header. */
const PERMISSIONS = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'

export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  ...helmetHeaders(),
  'permissions-policy': PERMISSIONS,
}

/** The least of them, for answers that are sent on a socket or before any hook runs. */
export const BARE_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  ...Object.fromEntries(
    [
      'content-security-policy',
      'strict-transport-security',
      'x-content-type-options',
      'x-frame-options',
    ].map((name) => [name, SECURITY_HEADERS[name] ?? '']),
  ),
}

function helmetHeaders(): Record<string, string> {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  helmet(OPTIONS)(response.req, response, () => {})
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  )
}
