import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** How easily a password is guessed. */
export interface PasswordEstimate {
  /** How many guesses an attacker needs who tries likely passwords first. */
  readonly guesses: number
  /** The estimator's name of the weakness, such as `similarToCommon`; null where it has none. */
  readonly weakness: string | null
}

/** How many characters are looked at: the estimate takes time that grows with the square of the length and more. */
const longestEstimated = 100

/** Only the thread that hashes passwords imports this module, on its first estimate: the dictionaries take some 12 MB. */
const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

/** Estimates a password; words that an attacker knows of the person or of the service count as guessed first. */
export function estimatePassword(password: string, known: readonly string[]): PasswordEstimate {
  const start = [...password].slice(0, longestEstimated).join('')
  const { guesses, feedback } = estimator.check(start, [...known])
  return { guesses, weakness: feedback.warning }
}
