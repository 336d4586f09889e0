// Time limits that both engines keep.

/** A schema change may take long, and may wait for that of another process. */
export const SCHEMA_LIMIT_MS = 600_000
