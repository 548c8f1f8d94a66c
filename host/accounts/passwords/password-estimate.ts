import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** How easily a password can be guessed. */
export interface PasswordEstimate {
  /** The number of guesses that an attacker needs who tries likely passwords first. */
  readonly guesses: number
  /** The estimator's name of the weakness, such as `similarToCommon`; null if there is none. */
  readonly weakness: string | null
  /** The known word that the weakness is about; left out where it is about none. */
  readonly word?: string
}

/** How many characters are estimated: the time grows with the square of the length or faster. */
const longestEstimated = 100

/** Only the thread that hashes passwords imports this module, on its first estimate: the dictionaries take some 12 MB. */
const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

/** Estimates a password. Words that an attacker knows about the person or the service count as tried first. */
export function estimatePassword(password: string, known: readonly string[]): PasswordEstimate {
  const start = [...password].slice(0, longestEstimated).join('')
  const { guesses, feedback, sequence } = estimator.check(start, [...known])
  // The estimator names the weakness of the longest part, the first of equal ones.
  const [longest] = sequence.toSorted((one, other) => other.token.length - one.token.length)
  const word = longest && 'matchedWord' in longest ? longest.matchedWord : undefined
  return {
    guesses,
    weakness: feedback.warning,
    ...(typeof word === 'string' && known.includes(word) && { word })
  }
}
