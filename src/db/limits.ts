// Limits of time that both engines keep.

/** Schema changes may wait for another process's, and may take long. */
export const SCHEMA_LIMIT_MS = 600_000
