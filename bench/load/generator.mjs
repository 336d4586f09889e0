// @ts-nocheck: what it imports is installed in bench/ alone, and only when a benchmark runs.
// A load generator in a process of its own: closed-loop connections by autocannon.
import { setPriority } from 'node:os'
import autocannon from 'autocannon'
import { serveParent } from '../support/child-side.ts'

serveParent('ready', { get, post, guessOnce })

/** Each connection asks again and again with a cookie of its own. */
async function get({ url, cookies, connections, seconds }) {
  let opened = 0
  return run({
    url,
    connections,
    duration: seconds,
    setupClient: (client) => {
      const cookie = cookies[opened % cookies.length]
      opened += 1
      if (cookie !== undefined) client.setHeaders({ cookie })
    },
  })
}

/**
 * Each connection posts one body after another, to one URL after another, without end. Stands back
 * on the processor: in truth a thousand callers are other machines.
 */
async function post({ urls, cookie, bodies, connections, seconds }) {
  setPriority(10)
  let sent = 0
  return run({
    url: urls[0],
    connections,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        setupRequest: (request) => {
          sent += 1
          return {
            ...request,
            path: new URL(urls[sent % urls.length]).pathname,
            headers: { 'content-type': 'application/json', cookie },
            body: bodies[sent % bodies.length],
          }
        },
      },
    ],
  })
}

/** One wrong guess for each of `amount` usernames, from one address or from one address each. */
async function guessOnce({ url, connections, amount, addresses }) {
  let made = 0
  return run({
    url,
    connections,
    amount,
    requests: [
      {
        method: 'POST',
        setupRequest: (request) => {
          const number = made
          made += 1
          return {
            ...request,
            headers: {
              'content-type': 'application/json',
              'x-forwarded-for': addresses === 'one' ? '198.51.100.1' : addressOf(number),
            },
            body: JSON.stringify({ username: `nobody-${number}`, password: 'a wrong guess' }),
          }
        },
      },
    ],
  })
}

function addressOf(number) {
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
}

function run(options) {
  return new Promise((resolve, reject) => {
    const beganMs = performance.now()
    const latenciesMs = []
    const instance = autocannon({ ...options, timeout: 30 }, (error, result) => {
      if (error) return reject(error)
      const statuses = Object.fromEntries(
        Object.entries(result.statusCodeStats).map(([status, { count }]) => [status, count]),
      )
      resolve({
        statuses,
        errors: result.errors,
        seconds: (performance.now() - beganMs) / 1000,
        latenciesMs: Float64Array.from(latenciesMs),
      })
    })
    instance.on('response', (_client, _status, _bytes, ms) => latenciesMs.push(ms))
  })
}
