// The one refusal of heavy work; routes answer it with 503.

export const CALLER_LEFT = 'the caller left'
export const THREADS_STOP = 'the threads are being stopped'

/** The work was not done, for want of a free thread or of time, and may be asked for again. */
export class TaskRefused extends Error {}
