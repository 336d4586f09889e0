// POST /api/v1/support/messages and, outside the gate, /api/v1/support/anon/messages: stored, then
// delivered in the background. The counter of messages moves once they have been delivered.
import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import { storableOrNull, storableText } from '../db/storable-text.ts'
import { DETAIL, ERROR_RESPONSES, refuse } from '../errors.ts'
import { callerOf } from '../gate/caller.ts'
import { Uuid } from '../http/schema-pieces.ts'
import { type App, OPEN_FORM_LIMIT_BYTES } from '../http/server.ts'
import { NOT_BLANK } from '../http/validation-formats.ts'
import { FLOOD_ANSWERS, refuseFlood, senderOf } from '../open-forms/open-form-routes.ts'
import {
  type AnonymousOutcome,
  type MessageOutcome,
  type WriteToSupportParts,
  writeAnonymously,
  writeToSupport,
} from './write-to-support.ts'

const text = Type.String({ minLength: 1, maxLength: 4000, pattern: NOT_BLANK })
const contact = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: NOT_BLANK,
  description: 'Where to answer: a phone, an address, a messenger name',
})
const page = Type.Optional(
  Type.String({ maxLength: 500, description: 'Where in the interface it was written' }),
)

const Message = Type.Object(
  {
    text,
    contact: Type.Optional(contact),
    page,
    estimate_id: Type.Optional(Uuid),
  },
  { title: 'SupportMessage', examples: [{ text: 'Как изменить этаж?', page: '/estimate' }] },
)

const AnonymousMessage = Type.Object(
  {
    text,
    contact,
    page,
    estimate_id: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'Passed on unchecked: nobody is signed in',
      }),
    ),
    website: Type.Optional(
      Type.Unknown({ description: 'Left empty by people: a form hides this field from them' }),
    ),
  },
  {
    title: 'AnonymousMessage',
    examples: [{ text: 'Не приходит пароль', contact: '+79161234567', page: '/login' }],
  },
)

const Accepted = Type.Object({ id: Uuid })

export function mountSupport(app: App, parts: WriteToSupportParts): void {
  mountMessages(app, parts)
  mountAnonymousMessages(app, parts)
}

function mountMessages(app: App, parts: WriteToSupportParts): void {
  app.post<{ Body: Static<typeof Message> }>(
    '/api/v1/support/messages',
    {
      config: {
        answers: {
          202: 'Stored; on its way to the messaging service',
          422: 'A field breaks its rule, or there is no such estimate that the caller may see',
        },
      },
      schema: {
        operationId: 'writeToSupport',
        summary: 'Write to support',
        tags: ['support'],
        body: Message,
        response: { 202: Accepted, ...ERROR_RESPONSES },
      },
    },
    async (request, reply) => {
      const ip = request.client().text
      const outcome = await writeToSupport(parts, callerOf(request), ip, writtenIn(request.body))
      return answer(reply, outcome)
    },
  )
}

function mountAnonymousMessages(app: App, parts: WriteToSupportParts): void {
  app.post<{ Body: Static<typeof AnonymousMessage> }>(
    '/api/v1/support/anon/messages',
    {
      bodyLimit: OPEN_FORM_LIMIT_BYTES,
      config: {
        access: 'open',
        answers: {
          202: 'Stored; on its way to the messaging service',
          ...FLOOD_ANSWERS,
        },
      },
      schema: {
        operationId: 'writeToSupportAnonymously',
        summary: 'Write to support without signing in',
        tags: ['support'],
        body: AnonymousMessage,
        response: { 202: Accepted, ...ERROR_RESPONSES },
      },
    },
    async (request, reply) => {
      const { body } = request
      const outcome = await writeAnonymously(parts, senderOf(request), {
        ...writtenIn(body),
        isTrapped: isFilledIn(body.website),
      })
      return answer(reply, outcome)
    },
  )
}

function answer(reply: FastifyReply, outcome: MessageOutcome | AnonymousOutcome): FastifyReply {
  switch (outcome.kind) {
    case 'stored':
      return reply.code(202).send({ id: outcome.id })
    case 'estimate_unknown':
      return refuse(reply, 422, DETAIL.estimateUnknown)
    case 'limited':
    case 'full':
      return refuseFlood(reply, outcome)
  }
}

function writtenIn(body: Static<typeof Message>) {
  return {
    text: storableText(body.text),
    contact: storableOrNull(body.contact),
    page: storableOrNull(body.page),
    estimateId: body.estimate_id?.toLowerCase() ?? null,
  }
}

function isFilledIn(website: unknown): boolean {
  return website !== undefined && website !== null && website !== ''
}
