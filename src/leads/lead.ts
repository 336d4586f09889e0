// A lead as a caller leaves it and as it is kept. Shapes only: storing leads is lead-store.ts's,
// what makes two requests one lead-claims.ts's.
import type { IsoTime } from '../db/tables.ts'

export const LEAD_STATUSES = ['new'] as const
type LeadStatus = (typeof LEAD_STATUSES)[number]

export interface NewLead {
  readonly id: string
  readonly owner: string
  readonly estimateId: string | null
  readonly name: string
  /** E.164. */
  readonly phone: string
  readonly email: string | null
  readonly comment: string | null
  readonly targetComplex: string | null
  readonly targetBudgetRub: number | null
}

export interface Lead extends NewLead {
  readonly status: LeadStatus
  readonly createdAt: IsoTime
}
