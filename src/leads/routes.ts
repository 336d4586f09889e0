// POST /api/v1/trade-in/lead, and the leads that a caller may see: GET /api/v1/leads, by pages,
// and /api/v1/leads/{id}.
import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import { storableOrNull, storableText } from '../db/storable-text.ts'
import { DETAIL, ERROR_RESPONSES, refuse, refuseInvalid } from '../errors.ts'
import { callerOf } from '../gate/caller.ts'
import { findVisible, ownersVisibleTo } from '../gate/visibility.ts'
import { AFTER_BROKEN, PageQuery, pageOf, positionText, readPageRequest } from '../http/paging.ts'
import { Consent, Email, IdParams, Instant, OrNull, Uuid } from '../http/schema-pieces.ts'
import type { App } from '../http/server.ts'
import { NOT_BLANK } from '../http/validation-formats.ts'
import type { Registry } from '../identity/registry.ts'
import { PHONE_MAX_LENGTH, PHONE_RULE } from '../text/phone.ts'
import { type CreateLeadParts, createLead, type LeadOutcome } from './create-lead.ts'
import { LEAD_STATUSES, type Lead } from './lead.ts'
import type { LeadStore } from './lead-store.ts'

interface LeadParts extends CreateLeadParts {
  readonly store: LeadStore
  readonly registry: Pick<Registry, 'teamOf'>
}

/** Far above any flat's price, far below what a double cannot count. */
const MAX_BUDGET_RUB = 1_000_000_000_000

const LeadBody = Type.Object(
  {
    estimate_id: Type.Optional(Uuid),
    name: Type.String({ minLength: 1, maxLength: 100, pattern: NOT_BLANK }),
    phone: Type.String({
      maxLength: PHONE_MAX_LENGTH,
      description: 'A Russian number in any usual form, or any number in E.164',
    }),
    email: Type.Optional(Email),
    comment: Type.Optional(Type.String({ maxLength: 2000 })),
    target: Type.Optional(
      Type.Object({
        complex: Type.Optional(Type.String({ maxLength: 200 })),
        budget_rub: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_BUDGET_RUB })),
      }),
    ),
    consent: Consent('The person agrees to be called'),
  },
  {
    title: 'LeadRequest',
    examples: [
      {
        estimate_id: 'c576218a-b937-44f0-85b7-65843881ab77',
        name: 'Анна',
        phone: '8 (916) 123-45-67',
        comment: 'Звонить после шести',
        target: { complex: 'ЖК Северный', budget_rub: 12_000_000 },
        consent: true,
      },
    ],
  },
)

const LeadHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'The same key within 24 h gives the first answer again',
    }),
  ),
})

const status = Type.Enum(LEAD_STATUSES)

const CreatedLead = Type.Object({ id: Uuid, status })

const LeadView = Type.Object(
  {
    id: Uuid,
    status,
    created_at: Instant,
    owner: Type.String({ description: 'Username of whoever left it' }),
    estimate_id: OrNull(Uuid),
    name: Type.String(),
    phone: Type.String({ description: 'E.164' }),
    email: OrNull(Type.String()),
    comment: OrNull(Type.String()),
    target: Type.Object({ complex: OrNull(Type.String()), budget_rub: OrNull(Type.Integer()) }),
  },
  { title: 'Lead' },
)

export function mountLeads(app: App, parts: LeadParts): void {
  mountCreating(app, parts)
  mountList(app, parts)
  mountReading(app, parts)
}

function mountCreating(app: App, parts: CreateLeadParts): void {
  app.post<{ Body: Static<typeof LeadBody>; Headers: Static<typeof LeadHeaders> }>(
    '/api/v1/trade-in/lead',
    {
      config: {
        answers: {
          200: 'An earlier request of the caller has made this lead, which stays as it was',
          201: 'Created',
          422: 'A field breaks its rule, there is no such estimate that the caller may see, or the key was used with another body',
        },
      },
      schema: {
        operationId: 'createLead',
        summary: 'Leave a lead',
        description:
          'The same phone for the same estimate within 24 h gives the first lead with 200, and what else the request says is not kept: show the lead as `GET /api/v1/leads/{id}` has it.',
        tags: ['leads'],
        headers: LeadHeaders,
        body: LeadBody,
        response: { 200: CreatedLead, 201: CreatedLead, ...ERROR_RESPONSES },
      },
    },
    async (request, reply) => {
      const { body } = request
      const outcome = await createLead(
        parts,
        callerOf(request),
        {
          estimateId: body.estimate_id?.toLowerCase() ?? null,
          name: storableText(body.name),
          typedPhone: body.phone,
          email: storableOrNull(body.email),
          comment: storableOrNull(body.comment),
          targetComplex: storableOrNull(body.target?.complex),
          targetBudgetRub: body.target?.budget_rub ?? null,
        },
        request.headers['idempotency-key'],
      )
      return answer(reply, outcome)
    },
  )
}

function mountList(app: App, { store, registry }: LeadParts): void {
  app.get<{ Querystring: Static<typeof PageQuery> }>(
    '/api/v1/leads',
    {
      schema: {
        operationId: 'listLeads',
        summary: 'Leads that the caller may see, newest first',
        tags: ['leads'],
        querystring: PageQuery,
        response: { 200: pageOf(LeadView), ...ERROR_RESPONSES },
      },
    },
    async (request, reply) => {
      const page = readPageRequest(request.query)
      if (!page) return refuse(reply, 422, AFTER_BROKEN)
      const owners = await ownersVisibleTo(callerOf(request), registry)
      const { items, next } = await store.list(owners, page)
      return { items: items.map(toView), next: positionText(next) }
    },
  )
}

function mountReading(app: App, parts: LeadParts): void {
  app.get<{ Params: Static<typeof IdParams> }>(
    '/api/v1/leads/:id',
    {
      config: { answers: { 404: 'No lead with this id that the caller may see' } },
      schema: {
        operationId: 'getLead',
        summary: 'One lead that the caller may see',
        tags: ['leads'],
        params: IdParams,
        response: { 200: LeadView, ...ERROR_RESPONSES },
      },
    },
    async (request, reply) => {
      const lead = await findVisible(parts, request.params.id, callerOf(request))
      return lead ? toView(lead) : refuse(reply, 404, DETAIL.notFound)
    },
  )
}

function answer(reply: FastifyReply, outcome: LeadOutcome): FastifyReply {
  switch (outcome.kind) {
    case 'created':
      return answerLead(reply, 201, outcome.id)
    case 'repeated':
      return answerLead(reply, outcome.answeredFirst === 'created' ? 201 : 200, outcome.id)
    case 'key_reused':
      return refuseInvalid(
        reply,
        'idempotency-key',
        'уже использован с другим телом запроса, нужен новый ключ',
        'заголовок',
      )
    case 'phone_invalid':
      return refuseInvalid(reply, 'phone', PHONE_RULE)
    case 'estimate_unknown':
      return refuse(reply, 422, DETAIL.estimateUnknown)
  }
}

function answerLead(reply: FastifyReply, status: 200 | 201, id: string): FastifyReply {
  return reply.code(status).send({ id, status: 'new' })
}

function toView(lead: Lead): Static<typeof LeadView> {
  return {
    id: lead.id,
    status: lead.status,
    created_at: lead.createdAt,
    owner: lead.owner,
    estimate_id: lead.estimateId,
    name: lead.name,
    phone: lead.phone,
    email: lead.email,
    comment: lead.comment,
    target: { complex: lead.targetComplex, budget_rub: lead.targetBudgetRub },
  }
}
