import { type Fault, InvalidInput } from '@product-host/sdk'

/** Throws `InvalidInput` with those faults that there are, if any. */
export function refuse(faults: readonly (Fault | false)[]): void {
  const [first, ...rest] = faults.filter(fault => fault !== false)
  if (first) throw new InvalidInput([first, ...rest])
}

/** The fault of an e-mail address that is none. */
export const notAnEmail: Fault = {
  pointer: '#/email',
  code: 'format',
  detail: 'is not an e-mail address',
  fix: 'Send such as jane@acme.co.uk.'
}

/** The fault of a domain name that is none. */
export const notADomain: Fault = {
  pointer: '#/domain',
  code: 'format',
  detail: 'is not a domain name',
  fix: 'Send such as acme.co.uk.'
}

/** The fault of an address of a website that is none. */
export const notAUrl: Fault = {
  pointer: '#/url',
  code: 'format',
  detail: 'is not an address of a website',
  fix: 'Send such as https://acme.co.uk.'
}
