import { Type } from '@product-host/sdk'

/** An e-mail address as a person types it. */
export const EmailAddress = Type.String({ format: 'email', maxLength: 254 })

/** The normal form of an address, by which an account is found: lower case. */
export function normalEmail(email: string): string {
  return email.toLowerCase()
}
