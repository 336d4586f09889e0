// How many map views are made at once, in all and for one caller: each may be megabytes of text.
import type { FastifyReply } from 'fastify'
import { answerGone, goneSignal } from '../http/gone-signal.ts'
import { createCallerTurns } from '../threads/caller-turns.ts'
import { createSlots } from '../threads/slots.ts'

export interface MapTurns {
  /**
   * Makes a view and sends it. The caller's turn lasts until the answer has left or its client is
   * gone: what is not read waits in memory.
   * @throws TaskRefused if too many wait, in all or of the caller
   */
  answer(reply: FastifyReply, username: string, make: () => Promise<string>): Promise<FastifyReply>
}

/**
 * A browser asks for six things at a time; views that it gives up while they wait end their turns.
 */
const MAX_PER_CALLER = 8

const AT_ONCE = 4
const MAX_WAITING = 100
const WAIT_LIMIT_MS = 5_000

export function createMapTurns(): MapTurns {
  const turns = createCallerTurns(MAX_PER_CALLER, 'map views')
  const slots = createSlots({
    count: AT_ONCE,
    maxWaiting: MAX_WAITING,
    waitLimitMs: WAIT_LIMIT_MS,
  })
  return {
    answer: (reply, username, make) =>
      turns.during(username, async () => {
        reply.send(await slots.during(goneSignal(reply), make))
        await answerGone(reply)
        return reply
      }),
  }
}
