// The one refusal of heavy work; routes answer it with 503.

/** The work was not done, for want of a free thread or of time, and may be asked for again. */
export class TaskRefused extends Error {}
