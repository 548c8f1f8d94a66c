import { InvalidInput } from '@product-host/sdk'

const longestKey = 256
const prefix = 'mem:'

/** Where in the store all memories lie. */
export const memoriesPrefix = prefix

/** Where in the store a memory lies. */
export function recordKey(key: string): string {
  return prefix + key
}

/** A key as sent, trimmed. Throws `InvalidInput` when nothing is left, or too much, or it holds a control character. */
export function readKey(sent: string): string {
  const key = sent.trim()
  const fault = faultOf(key)
  if (fault) throw new InvalidInput([{ pointer: '#/key', ...fault }])
  return key
}

/** Whether a text can be the key of a memory as it stands. */
export function isKey(text: string): boolean {
  return faultOf(text) === undefined
}

function faultOf(key: string): { code: string; detail: string; fix: string } | undefined {
  const fix = `Send 1 to ${longestKey} characters, without line breaks or tabs.`
  if (key === '') return { code: 'min_length', detail: 'is blank', fix }
  if (Array.from(key).length > longestKey)
    return { code: 'max_length', detail: `is over ${longestKey} characters long`, fix }
  if (/\p{Cc}/u.test(key)) return { code: 'control_character', detail: 'holds a line break, a tab or the like', fix }
  return undefined
}
