// A person's requests to a service that listens, by fetch.
import { PASSWORD } from './service.ts'

export async function postLogin(
  url: string,
  username: string,
  password = PASSWORD,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ username, password }),
  })
}

export async function postLogout(url: string, cookie: string): Promise<Response> {
  return fetch(`${url}/api/v1/auth/logout`, { method: 'POST', headers: { cookie } })
}

/** The `cookie` header that a sign-in's answer asks to send along. */
export function cookieFrom(response: Response): string {
  return (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}
