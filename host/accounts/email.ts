import { Type } from '@product-host/sdk'

/** An e-mail address as a person types it. */
export const Email = Type.String({ format: 'email', maxLength: 254 })

/** The one form of an address under which an account is found: in lower case throughout. */
export function normalEmail(email: string): string {
  return email.toLowerCase()
}
