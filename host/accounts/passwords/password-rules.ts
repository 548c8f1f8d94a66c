import type { Issue } from '@product-host/sdk'
import type { PasswordEstimate } from './password-estimate.js'
import type { Passwords } from './passwords.js'

/** Shortest password: OWASP ASVS 5.0, 6.2.1. No kind of character is required (NIST SP 800-63B, 3.1.1.2). */
const shortest = 8
/** Longest password; NIST requires that 64 characters be allowed. */
const longest = 256
/** Fewest guesses for an accepted password: what zxcvbn estimates for eight random characters. */
const fewestGuesses = 1e8

/** Words that an attacker knows of this service: its name and that of its plan. */
const serviceWords = ['product host', 'producthost', 'product-host', 'product', 'host', 'gateway']

/** The best-known example of a passphrase, as people write it. */
const knownPassphrases = ['correct horse battery staple', 'correct-horse-battery-staple', 'correcthorsebatterystaple']

/** The issues of a new password for an e-mail address; none if it may be used. */
export async function passwordIssues(
  passwords: Pick<Passwords, 'estimate'>,
  password: string,
  email: string,
  { pointer = '#/password', requester }: { readonly pointer?: string; readonly requester?: string } = {}
): Promise<readonly Issue[]> {
  const length = [...password].length
  if (length < shortest || length > longest) {
    const detail = `is not ${shortest} to ${longest} characters long`
    const fix =
      length < shortest
        ? 'Send a longer one; several words make a good password.'
        : `Send a shorter one; ${longest} characters are the most.`
    return [{ pointer, code: 'length', detail, fix }]
  }
  const words = wordsOf(email)
  const estimate = await passwords.estimate(password, [...words, ...serviceWords, ...knownPassphrases], requester)
  if (estimate.guesses >= fewestGuesses) return []
  const fix = 'Choose four words that have nothing to do with each other, or let a password manager choose.'
  return [{ pointer, code: 'too_common', detail: reasonOf(estimate, words), fix }]
}

/** The address, its two halves and the parts of both: what an attacker tries first. */
function wordsOf(email: string): readonly string[] {
  const address = email.toLowerCase()
  const halves = address.split('@')
  const parts = address.split(/[^\p{L}\p{N}]+/u).filter(part => part.length > 2)
  return [...new Set([address, ...halves, ...halves.map(half => half.replace(/[^\p{L}\p{N}]+/gu, '')), ...parts])]
}

function reasonOf({ weakness, word }: PasswordEstimate, ofAddress: readonly string[]): string {
  if (weakness === 'userInputs') return reasonOfWord(word, ofAddress)
  return (weakness !== null && reasons[weakness]) || 'is easy to guess'
}

/** What the password is close to, of all that an attacker knows. */
function reasonOfWord(word: string | undefined, ofAddress: readonly string[]): string {
  if (word === undefined) return 'is easy to guess'
  if (ofAddress.includes(word)) return 'is close to your e-mail address or to a part of it'
  return knownPassphrases.includes(word)
    ? 'is close to a passphrase that is known as an example'
    : 'is close to the name of this service or of its plan'
}

/** The names of the estimator's weaknesses in plain words. */
const reasons: Readonly<Record<string, string>> = {
  topTen: 'is one of the passwords that are tried first',
  topHundred: 'is one of the passwords that are tried first',
  common: 'is a password that many people use',
  similarToCommon: 'is close to a password that many people use',
  pwned: 'is known from a data breach',
  wordByItself: 'is a single common word',
  namesByThemselves: 'is a name',
  commonNames: 'is mostly a common name',
  dates: 'is mostly a date',
  recentYears: 'is mostly a year',
  associatedYears: 'is mostly a year',
  sequences: 'is mostly a sequence, such as abcdefg or 12345',
  straightRow: 'is mostly a row of keys on the keyboard',
  keyPattern: 'is mostly a short pattern on the keyboard',
  simpleRepeat: 'is mostly one character, repeated',
  extendedRepeat: 'is mostly a few characters, repeated'
}
