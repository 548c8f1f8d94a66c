import { Type } from '@product-host/sdk'

/** Text of one line that says something: a name, a role, an offer. */
export function line(maxLength: number, description: string) {
  return Type.String({ minLength: 1, maxLength, pattern: '\\S', description })
}

/** The company that a lead is. */
export const CompanyName = line(200, 'The name of the company.')

/** What is known of a lead, phrase by phrase. */
export const Signals = Type.String({
  maxLength: 4000,
  description:
    'Phrases split by commas, semicolons or new lines, at most 40 of at most 200 characters, such as "hiring, requested demo".'
})

/** An e-mail address as a caller writes it. */
export const EmailText = line(254, 'An e-mail address.')

/** A domain name as a caller writes it. */
export const DomainText = line(253, 'A domain name such as acme.co.uk.')

/** A text with its runs of white space made one space, and none at its ends. */
export function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
