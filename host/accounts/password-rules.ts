import type { Fault } from '@product-host/sdk'
import { commonPasswords } from './common-passwords.js'

/** Shortest password: OWASP ASVS 5.0, 6.2.1. No kind of character is asked for (NIST SP 800-63B, 3.1.1.2). */
const shortest = 8
/** Longest password; NIST asks that 64 be allowed. */
const longest = 256

/** What is wrong with a new password for an e-mail address; nothing when it may be used. */
export function passwordFaults(password: string, email: string, pointer = '#/password'): readonly Fault[] {
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
  if (isGuessable(password.toLowerCase(), email))
    return [{ pointer, code: 'too_common', detail: 'is one of those that are tried first', fix: 'Send another one.' }]
  return []
}

function isGuessable(password: string, email: string): boolean {
  const [name = ''] = email.split('@')
  const isOwnName = password === email || password.replace(/\d+$/, '') === name
  return commonPasswords.has(password) || isRepetition(password) || isRun(password) || isOwnName
}

/** A few characters again and again: `aaaaaaaa`, `passpass`. */
function isRepetition(password: string): boolean {
  return /^(.{1,4})\1+$/su.test(password)
}

/** Characters that follow each other in the alphabet, among the digits or on the keyboard, up or down. */
function isRun(password: string): boolean {
  const backwards = [...password].reverse().join('')
  return runs.some(run => run.includes(password) || run.includes(backwards))
}

const runs = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiop',
  'asdfghjkl',
  'zxcvbnm,./'
]
