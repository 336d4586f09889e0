import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, it } from 'node:test'
import Fastify from 'fastify'
import { listen, tryAddress } from '../../src/http/listen.ts'
import { StartFault } from '../../src/process/start-fault.ts'

describe('the address that is listened on', () => {
  it('is free for the service once it was tried', async () => {
    await using app = Fastify()
    const probe = createServer().listen(0, '127.0.0.1')
    await once(probe, 'listening')
    const { port } = probe.address() as AddressInfo
    await probe[Symbol.asyncDispose]()
    const address = { host: 'localhost', port }
    await tryAddress(address)
    assert.equal(await listen(app, address), `http://127.0.0.1:${port}`)
  })

  it('is named by the fault where it was taken between the trial and the service', async () => {
    await using app = Fastify()
    await using other = createServer()
    other.listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    await assert.rejects(listen(app, { host: '127.0.0.1', port }), (error) => {
      assert.ok(error instanceof StartFault)
      assert.match(error.message, new RegExp(`^PORT ${port} on 127\\.0\\.0\\.1 is in use\\.`))
      return true
    })
  })
})
