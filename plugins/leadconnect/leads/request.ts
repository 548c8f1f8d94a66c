import { type Fault, InvalidInput, type Settings } from '@product-host/sdk'
import { byRules, destinationOf, inbox } from '../delivery/destination.js'
import { type EmailAddress, readEmail } from './email.js'
import { slugified } from './slug.js'

/** Reads the address that a caller sent. Throws `InvalidInput`. */
export function requestedAddress(email: string): EmailAddress {
  const address = readEmail(email)
  if (!address) throw new InvalidInput([invalidEmail])
  return address
}

/** Reads the address and the destination that a caller sent. Throws `InvalidInput` with the faults of both. */
export function requestedDelivery(
  { email, destination }: { readonly email: string; readonly destination: string },
  settings: Settings
): { readonly address: EmailAddress; readonly destination: string } {
  const address = readEmail(email)
  const name = slugified(destination)
  const fault = destinationFault(name, settings)
  if (!address) throw new InvalidInput(fault ? [invalidEmail, fault] : [invalidEmail])
  if (fault) throw new InvalidInput([fault])
  return { address, destination: name }
}

const invalidEmail: Fault = {
  pointer: '#/email',
  code: 'invalid_email',
  detail: 'is not an e-mail address',
  fix: 'Send an address such as jane@acme.com.'
}

function destinationFault(name: string, settings: Settings): Fault | undefined {
  const pointer = '#/destination'
  if (name === '')
    return {
      pointer,
      code: 'invalid_destination',
      detail: 'has neither letter nor digit',
      fix: 'Send a name such as crm.'
    }
  if (settings.strictDestinations !== 'true' || [inbox, byRules].includes(name) || destinationOf(settings, name)) return
  return {
    pointer,
    code: 'unknown_destination',
    detail: 'is not configured, and strictDestinations is set',
    fix: 'Send the name of a configured destination, or inbox, or route.'
  }
}
