// POST /api/v1/pilot/request, outside the gate: stored, then delivered in the background.
import { randomUUID } from 'node:crypto'
import { type Static, Type } from 'typebox'
import type { Clock } from '../clock.ts'
import { storableOrNull, storableText } from '../db/storable-text.ts'
import type { Dispatcher } from '../delivery/dispatcher.ts'
import { ERROR_RESPONSES, refuseInvalid } from '../errors.ts'
import { type App, OPEN_FORM_LIMIT_BYTES } from '../http/server.ts'
import { NOT_BLANK } from '../http/validation-formats.ts'
import {
  FLOOD_ANSWERS,
  type OpenForm,
  refuseFlood,
  storeWithinLimits,
} from '../open-forms/open-form.ts'
import { normalisePhone, PHONE_MAX_LENGTH, PHONE_RULE } from '../text/phone.ts'
import type { PilotStore } from './pilot-store.ts'

interface PilotParts {
  readonly store: Pick<PilotStore, 'add'>
  readonly messenger: Pick<Dispatcher, 'wake'>
  readonly open: OpenForm
  readonly clock: Clock
}

const PilotRequest = Type.Object(
  {
    company: Type.String({ minLength: 1, maxLength: 200, pattern: NOT_BLANK }),
    contact_name: Type.String({ minLength: 1, maxLength: 100, pattern: NOT_BLANK }),
    phone: Type.Optional(
      Type.String({ maxLength: PHONE_MAX_LENGTH, description: 'A phone or an email is required' }),
    ),
    email: Type.Optional(Type.String({ maxLength: 254, format: 'email' })),
    region: Type.Optional(Type.String({ maxLength: 200 })),
    comment: Type.Optional(Type.String({ maxLength: 2000 })),
    consent: Type.Literal(true, { description: 'The person agrees to be contacted' }),
  },
  {
    title: 'PilotRequest',
    examples: [
      {
        company: 'ООО «Новый дом»',
        contact_name: 'Пётр Иванов',
        email: 'petr@example.com',
        region: 'Тверская область',
        consent: true,
      },
    ],
  },
)

const Created = Type.Object({ id: Type.String({ format: 'uuid' }) })

export function mountPilot(app: App, { store, messenger, open, clock }: PilotParts): void {
  app.post<{ Body: Static<typeof PilotRequest> }>(
    '/api/v1/pilot/request',
    {
      bodyLimit: OPEN_FORM_LIMIT_BYTES,
      config: {
        access: 'open',
        answers: {
          201: 'Stored; on its way to the messaging service',
          ...FLOOD_ANSWERS,
        },
      },
      schema: {
        operationId: 'requestPilot',
        summary: 'Ask for a pilot',
        tags: ['pilot'],
        body: PilotRequest,
        response: { 201: Created, ...ERROR_RESPONSES },
      },
    },
    async (request, reply) => {
      const { body } = request
      if (body.phone === undefined && body.email === undefined) {
        return refuseInvalid(reply, 'phone', 'нужно указать, если нет поля email')
      }
      const phone = body.phone === undefined ? null : normalisePhone(body.phone)
      if (phone === undefined) return refuseInvalid(reply, 'phone', PHONE_RULE)
      const id = randomUUID()
      const record = {
        id,
        ip: request.client().text,
        company: storableText(body.company),
        contactName: storableText(body.contact_name),
        phone,
        email: storableOrNull(body.email),
        region: storableOrNull(body.region),
        comment: storableOrNull(body.comment),
      }
      const admission = await storeWithinLimits(open, request, () =>
        store.add(record, clock.wallMs()),
      )
      if (admission.kind !== 'stored') return refuseFlood(reply, admission)
      messenger.wake()
      return reply.code(201).send({ id })
    },
  )
}
