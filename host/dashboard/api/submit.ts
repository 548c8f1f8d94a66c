import { useRef, useState } from 'react'
import { farewell } from './account.js'
import { ProblemError } from './problem.js'

/** Something that a person sets off: whether it runs, and how it was refused. */
export interface Submission<Inputs extends readonly unknown[]> {
  readonly isRunning: boolean
  readonly error: Error | undefined
  /** Runs it, unless it runs already; whether it came to its end. */
  run(...inputs: Inputs): Promise<boolean>
  /** Forgets how it was refused. */
  clear(): void
}

/** Runs what a person sets off, once at a time, and keeps how it was refused. */
export function useSubmit<Inputs extends readonly unknown[]>(
  work: (...inputs: Inputs) => Promise<void>
): Submission<Inputs> {
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<Error>()
  const isUnderWay = useRef(false)
  return {
    isRunning,
    error,
    clear: () => setError(undefined),
    async run(...inputs) {
      if (isUnderWay.current) return false
      isUnderWay.current = true
      setRunning(true)
      setError(undefined)
      try {
        await work(...inputs)
        return true
      } catch (reason) {
        if (reason instanceof ProblemError && reason.code === 'session_required') farewell()
        setError(reason instanceof Error ? reason : new Error(String(reason)))
        return false
      } finally {
        isUnderWay.current = false
        setRunning(false)
      }
    }
  }
}
