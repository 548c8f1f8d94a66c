import { hash, randomInt } from 'node:crypto'

/** How many recovery codes an account gets. */
const count = 10
/** Letters and digits that nobody takes for another. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
const form = /^[a-z0-9]{16}$/

/** New recovery codes, such as abcd-efgh-jkmn-pqrs: 80 random bits each, so that a plain digest protects them. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: count }, () => {
    const text = Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join('')
    return text.replaceAll(/(.{4})(?=.)/g, '$1-')
  })
}

/** What is stored of a recovery code, however it is typed; undefined for what has not the form of one. */
export function recoveryCodeDigest(typed: string): string | undefined {
  const code = typed.toLowerCase().replaceAll(/[\s-]/g, '')
  return form.test(code) ? hash('sha256', code) : undefined
}
