// What `doctor` says of one thing that it looked at.

export interface Finding {
  readonly check: string
  readonly verdict: 'ok' | 'warning' | 'wrong'
  readonly says: string
}
