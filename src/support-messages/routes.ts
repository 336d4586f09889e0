// POST /api/v1/support/messages and, outside the gate, /api/v1/support/anon/messages: stored, then
// delivered in the background. The counter of messages moves once they have been delivered.
import { randomUUID } from 'node:crypto'
import { type Static, Type } from 'typebox'
import type { Clock } from '../clock.ts'
import { storableOrNull, storableText } from '../db/storable-text.ts'
import type { Dispatcher } from '../delivery/dispatcher.ts'
import { DETAIL, ERROR_RESPONSES, refuse } from '../errors.ts'
import { callerOf } from '../gate/caller.ts'
import { type App, OPEN_FORM_LIMIT_BYTES } from '../http/server.ts'
import { NOT_BLANK } from '../http/validation-formats.ts'
import {
  FLOOD_ANSWERS,
  type OpenForm,
  refuseFlood,
  storeWithinLimits,
} from '../open-forms/open-form.ts'
import type { Valuation } from '../valuation/start.ts'
import type { SupportStore } from './support-store.ts'

interface SupportParts {
  readonly store: Pick<SupportStore, 'add'>
  readonly messenger: Pick<Dispatcher, 'wake'>
  readonly estimateIsVisible: Valuation['estimateIsVisible']
  readonly anonymous: OpenForm
  readonly clock: Clock
}

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
    estimate_id: Type.Optional(Type.String({ format: 'uuid' })),
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

const Accepted = Type.Object({ id: Type.String({ format: 'uuid' }) })

export function mountSupport(app: App, parts: SupportParts): void {
  mountMessages(app, parts)
  mountAnonymousMessages(app, parts)
}

function mountMessages(app: App, parts: SupportParts): void {
  const { store, messenger, clock } = parts
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
      const caller = callerOf(request)
      const message = toStored(request.body)
      const { estimateId } = message
      if (estimateId !== null && !(await parts.estimateIsVisible(caller, estimateId))) {
        return refuse(reply, 422, DETAIL.estimateUnknown)
      }
      const id = randomUUID()
      const { username } = caller
      const origin = { id, channel: 'web', username, ip: request.client().text } as const
      await store.add({ ...origin, ...message }, clock.wallMs())
      messenger.wake()
      return reply.code(202).send({ id })
    },
  )
}

function mountAnonymousMessages(
  app: App,
  { store, messenger, anonymous, clock }: SupportParts,
): void {
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
      const id = randomUUID()
      const origin = { id, channel: 'anon', username: null, ip: request.client().text } as const
      const admission = await storeWithinLimits(anonymous, request, async () => {
        // A program that fills in every field must not learn that it was found out.
        if (isFilledIn(request.body.website)) return
        await store.add({ ...origin, ...toStored(request.body) }, clock.wallMs())
        messenger.wake()
      })
      if (admission.kind !== 'stored') return refuseFlood(reply, admission)
      return reply.code(202).send({ id })
    },
  )
}

function toStored(body: Static<typeof Message>) {
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
