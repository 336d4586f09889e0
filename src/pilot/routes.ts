// POST /api/v1/pilot/request, outside the gate: stored, then delivered in the background.
import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import { storableOrNull, storableText } from '../db/storable-text.ts'
import { ERROR_RESPONSES, refuseInvalid } from '../errors.ts'
import { Consent, Email, Uuid } from '../http/schema-pieces.ts'
import { type App, OPEN_FORM_LIMIT_BYTES } from '../http/server.ts'
import { NOT_BLANK } from '../http/validation-formats.ts'
import { FLOOD_ANSWERS, refuseFlood, senderOf } from '../open-forms/open-form-routes.ts'
import { PHONE_MAX_LENGTH, PHONE_RULE } from '../text/phone.ts'
import { type PilotOutcome, type RequestPilotParts, requestPilot } from './request-pilot.ts'

const PilotRequest = Type.Object(
  {
    company: Type.String({ minLength: 1, maxLength: 200, pattern: NOT_BLANK }),
    contact_name: Type.String({ minLength: 1, maxLength: 100, pattern: NOT_BLANK }),
    phone: Type.Optional(
      Type.String({ maxLength: PHONE_MAX_LENGTH, description: 'A phone or an email is required' }),
    ),
    email: Type.Optional(Email),
    region: Type.Optional(Type.String({ maxLength: 200 })),
    comment: Type.Optional(Type.String({ maxLength: 2000 })),
    consent: Consent('The person agrees to be contacted'),
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

const Created = Type.Object({ id: Uuid })

export function mountPilot(app: App, parts: RequestPilotParts): void {
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
      const outcome = await requestPilot(parts, senderOf(request), {
        company: storableText(body.company),
        contactName: storableText(body.contact_name),
        typedPhone: body.phone,
        email: storableOrNull(body.email),
        region: storableOrNull(body.region),
        comment: storableOrNull(body.comment),
      })
      return answer(reply, outcome)
    },
  )
}

function answer(reply: FastifyReply, outcome: PilotOutcome): FastifyReply {
  switch (outcome.kind) {
    case 'stored':
      return reply.code(201).send({ id: outcome.id })
    case 'contact_missing':
      return refuseInvalid(reply, 'phone', 'нужно указать, если нет поля email')
    case 'phone_invalid':
      return refuseInvalid(reply, 'phone', PHONE_RULE)
    case 'limited':
    case 'full':
      return refuseFlood(reply, outcome)
  }
}
