import { Problem } from '../base/problems.js'

/** The server of a source cannot take a call now, or went away during one; the host answers 503 `product_unavailable`. */
export class SourceUnavailable extends Error {
  override readonly name = 'SourceUnavailable'
  readonly problem: Problem

  /** The message is for the caller and shows nothing of the server; `mayHaveRun` where the call had reached it. */
  constructor(message: string, retryAfter: number, mayHaveRun?: true) {
    super(message)
    this.problem = new Problem('product_unavailable', message, { retryAfter, ...(mayHaveRun && { mayHaveRun }) })
  }
}
