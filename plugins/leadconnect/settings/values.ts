import type { Fault, Settings } from '@product-host/sdk'
import { IANAZone } from 'luxon'

/** A fault whose place the caller knows. */
export type Complaint = Omit<Fault, 'pointer'>

/** Judges the address of a destination. */
export function addressFaults(value: string, settings: Settings): readonly Complaint[] {
  const address = URL.parse(value)
  if (!address)
    return [
      { code: 'invalid_url', detail: 'is not an address', fix: 'Send an address such as https://crm.example/leads.' }
    ]
  if (address.username !== '' || address.password !== '')
    return [
      {
        code: 'credentials_in_url',
        detail: 'holds a user name or a password',
        fix: 'Leave them out, and set the authorization of the destination.'
      }
    ]
  if (address.protocol === 'http:' && settings.allowHttp !== 'true')
    return [{ code: 'not_https', detail: 'is not https', fix: 'Send an https address, or set allowHttp to true.' }]
  return []
}

/** Judges a signing secret, whose length the schema knows: what follows the prefix has to be sound base64. */
export function secretFaults(value: string): readonly Complaint[] {
  const key = value.replace(/^whsec_/, '')
  if (Buffer.from(key, 'base64').toString('base64') === key) return []
  return [
    {
      code: 'invalid_secret',
      detail: 'is not base64',
      fix: 'Send whsec_ and 24 to 64 random bytes in base64, with padding.'
    }
  ]
}

/** Judges the name of a time zone. */
export function zoneFaults(value: string): readonly Complaint[] {
  if (IANAZone.isValidZone(value)) return []
  return [{ code: 'unknown_timezone', detail: 'is not a time zone', fix: 'Send an IANA name such as Europe/London.' }]
}

/** Judges working hours. */
export function hoursFaults(value: string): readonly Complaint[] {
  const [start, end] = value.split('-').map(time => time.replace(/^0(?=\d)/, '').replace(/:00$/, ''))
  if (start !== end) return []
  return [
    {
      code: 'no_hours',
      detail: 'starts when it ends',
      fix: 'Send hours such as 09-17, or leave them out for any time.'
    }
  ]
}
