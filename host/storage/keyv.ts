import { Keyv } from 'keyv'
import type { KeyvAdapter } from './keyv-adapter.js'

/**
 * A whole store as Keyv: JSON text under full keys. Every failure throws. Keyv's own wrapping of values is off, and with it
 * its expiry, which deletes by key alone and could hit a newer record: the backends hide what has expired instead.
 */
export function keyvOver(adapter: KeyvAdapter): Keyv<string> {
  return new Keyv<string>({
    store: adapter,
    namespace: '',
    useKeyPrefix: false,
    throwOnErrors: true,
    emitErrors: false,
    serialize: ({ value }) => checkedText(value),
    deserialize: unwrapped
  })
}

function checkedText(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('The store keeps JSON text; encode the value first.')
  return value
}

function unwrapped<Value>(text: string): { value?: Value }
function unwrapped(text: string): { value: string } {
  return { value: text }
}
