import { Keyv } from 'keyv'
import type { Backend } from './backend.js'
import { KeyvAdapter } from './keyv-adapter.js'

/**
 * A whole store as Keyv: JSON text under full keys. Every failure throws. Keyv's own wrapping of values is off, and with it
 * its expiry, which deletes by key alone and could hit a newer record: the backends hide what has expired instead.
 */
export function keyvOver(backend: Backend): Keyv<string> {
  return new Keyv<string>({
    store: new KeyvAdapter(backend),
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
