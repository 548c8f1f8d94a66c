/** What `run` gets beside its input and its needs. */
export interface Context {
  /** The calling account's identifier: opaque, stable, and the same in every product. */
  readonly account: string
  /** The request's identifier, as the answer and the log carry it. */
  readonly requestId: string
  /**
   * Aborts at the deadline, when the caller has gone, and when the host stops. Hand it on to whatever can wait. Take it by its
   * name: it is made when it is asked for, and a copy of the context by spread or rest may lack it.
   */
  readonly signal: AbortSignal
  /** Set when the call runs as a job: the job's id, and which try it is, counted from 1. */
  readonly job?: { readonly id: string; readonly attempt: number }
}
