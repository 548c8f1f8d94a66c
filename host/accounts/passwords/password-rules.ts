import type { Issue } from '@product-host/sdk'
import type { PasswordEstimate } from './password-estimate.js'
import type { Passwords } from './passwords.js'

/** Shortest password: OWASP ASVS 5.0, 6.2.1. No kind of character is required (NIST SP 800-63B, 3.1.1.2). */
const shortest = 8
/** Longest password; NIST requires that 64 characters be allowed. */
const longest = 256
/** Fewest guesses for an accepted password: what zxcvbn estimates for eight random characters. */
const fewestGuesses = 1e8

/** Words that an attacker knows of this service, and the best-known example of a passphrase. */
const knownOfService = [
  'product host',
  'producthost',
  'product-host',
  'product',
  'host',
  'gateway',
  'correct horse battery staple',
  'correct-horse-battery-staple',
  'correcthorsebatterystaple'
]

/** The issues of a new password for an e-mail address; none if it may be used. */
export async function passwordIssues(
  passwords: Pick<Passwords, 'estimate'>,
  password: string,
  email: string,
  { pointer = '#/password', requester }: { readonly pointer?: string; readonly requester?: string } = {}
): Promise<readonly Issue[]> {
  const length = [...password].length
  if (length < shortest || length > longest)
    return [
      {
        pointer,
        code: 'length',
        detail: `is not ${shortest} to ${longest} characters long`,
        fix: 'Send a longer one; several words make a good password.'
      }
    ]
  const estimate = await passwords.estimate(password, [...wordsOf(email), ...knownOfService], requester)
  if (estimate.guesses >= fewestGuesses) return []
  const fix = 'Choose four words that have nothing to do with each other, or let a password manager choose.'
  return [{ pointer, code: 'too_common', detail: reasonOf(estimate), fix }]
}

/** The address, its two halves and the parts of both: what an attacker tries first. */
function wordsOf(email: string): readonly string[] {
  const address = email.toLowerCase()
  const halves = address.split('@')
  const parts = address.split(/[^\p{L}\p{N}]+/u).filter(part => part.length > 2)
  return [...new Set([address, ...halves, ...halves.map(half => half.replace(/[^\p{L}\p{N}]+/gu, '')), ...parts])]
}

function reasonOf({ weakness }: PasswordEstimate): string {
  return (weakness !== null && reasons[weakness]) || 'is easy to guess'
}

/** The names of the estimator's weaknesses in plain words. */
const reasons: Readonly<Record<string, string>> = {
  topTen: 'is one of the passwords that are tried first',
  topHundred: 'is one of the passwords that are tried first',
  common: 'is a password that many people use',
  similarToCommon: 'is close to a password that many people use',
  pwned: 'is known from a data breach',
  userInputs: 'is close to your e-mail address or to the name of this service',
  wordByItself: 'is a single common word',
  namesByThemselves: 'is a name',
  commonNames: 'is a common name',
  dates: 'is mostly a date',
  recentYears: 'is mostly a year',
  associatedYears: 'is mostly a year',
  sequences: 'is mostly a sequence, such as abcdefg or 12345',
  straightRow: 'is mostly a row of keys on the keyboard',
  keyPattern: 'is mostly a short pattern on the keyboard',
  simpleRepeat: 'is mostly one character, repeated',
  extendedRepeat: 'is mostly a few characters, repeated'
}
