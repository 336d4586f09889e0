// The refusals of heavy work; routes answer them with 503.

export const CALLER_LEFT = 'the caller left'
export const THREADS_STOP = 'the threads are being stopped'

/** The work was not done, for want of a free thread or of time, and may be asked for again. */
export class TaskRefused extends Error {}

/** The caller itself keeps so much work going that it gets no more: nobody else is in its way. */
export class OwnWorkUnderWay extends TaskRefused {}

/** The work ran for as long as it may; asked for again, it may well take as long. */
export class TookTooLong extends TaskRefused {}

/** What the work needs, a model or an index, is still being made. */
export class StillBeingMade extends TaskRefused {}
