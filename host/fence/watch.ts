/** Where it is noted that a plugin's code runs; nothing here may allocate. */
export interface Place {
  /** A call is under way. */
  begin(): void
  end(): void
  /** Runs code that is the plugin's until it returns. */
  run<Result>(work: () => Result): Result
}

/** Is told whose code runs in the host's own thread. */
export interface Watch {
  place(plugin: string): Place
}

/** Watches nothing. */
export const noWatch: Watch = {
  place: () => ({ begin: () => undefined, end: () => undefined, run: work => work() })
}
