import type { Asks } from '@product-host/sdk'

/** How people ask for a lead to be scored. */
export const scoreLeadAsks: Asks = {
  sentences: [
    'score Acme Ltd: hiring, raised series B, requested demo',
    'how good a lead is Northwind Logistics',
    'qualify this lead for me',
    'is Globex worth calling today',
    'rate this prospect from the signals we have',
    'how hot is the Initech deal',
    'which grade does this company get as a prospect',
    'should sales follow up on Umbrella Corp or drop it',
    'lead score for a company with 250 employees that asked for pricing',
    'what would raise the score of this lead',
    'prioritise these prospects by their buying signals',
    'they replied, came to the webinar and have a deadline: how strong is this lead',
    'assess our chances with this account',
    'evaluate this company as a customer: referral, budget approved, renewal this quarter',
    'how promising is this prospect',
    'is this opportunity serious'
  ],
  cues: [
    'score',
    'lead score',
    'qualify',
    'how hot',
    'rate this lead',
    'rate the lead',
    'rate this prospect',
    'good a lead',
    'worth calling',
    'buying signals',
    'prioritise',
    'prioritize',
    'how promising',
    'as a lead',
    'as a prospect',
    'our chances',
    'grade the lead',
    'how likely',
    'rank this lead',
    'assess'
  ]
}

/** How people ask for outreach to be drafted. */
export const draftOutreachAsks: Asks = {
  sentences: [
    'draft a cold email to Acme Ltd',
    'write outreach to the CTO of Northwind about our demo',
    'prepare a follow-up sequence of three emails for this lead',
    'write a LinkedIn note to Jane at Globex',
    'draft a sales email that opens on their hiring',
    'contact this prospect with a short message',
    'write an introduction email to Initech for me',
    'draft the break-up email for a lead that went quiet',
    'compose a warm first message to the head of operations',
    'mail the head of purchasing about our audit',
    'reach out to the founder',
    'pitch our service to the buyer',
    'introduce us to the new head of marketing',
    'get a message ready for the chief executive',
    'follow up with the prospect',
    'word a polite sales message'
  ],
  cues: [
    'draft outreach',
    'outreach',
    'cold email',
    'sales email',
    'draft an email',
    'write an email',
    'follow-up email',
    'follow-up sequence',
    'linkedin note',
    'linkedin message',
    'write to',
    'first message',
    'intro mail',
    'intro email',
    'draft a mail',
    'write a mail',
    'break-up email',
    'reach out',
    'follow up with',
    'pitch',
    'sales message',
    'introduce us',
    'message to'
  ]
}

/** How people ask for an address or a domain to be looked into. */
export const enrichAsks: Asks = {
  sentences: [
    'enrich jane.smith@acme.co.uk',
    'what do we know about the domain acme.co.uk',
    'is this e-mail address disposable',
    'is jane@gmail.com a business address or a free one',
    'which mail provider does acme.com use',
    'check whether this email address is valid',
    'look up the company behind this email',
    'does acme.com have SPF and DMARC',
    'clean up this address, I think it has a typo',
    'who is behind sam@studio.org',
    'give me all there is on ada@firm.net',
    'where is the email of this domain hosted',
    'enrich the latest leads',
    'verify this email for me',
    'look up this domain',
    'is this mailbox real',
    'figure out the company from the address',
    'which country is this domain from',
    'validate the address before I write'
  ],
  cues: [
    'enrich',
    'disposable',
    'email valid',
    'valid email',
    'business address',
    'free address',
    'mail provider',
    'mx record',
    'spf',
    'dmarc',
    'about the domain',
    'about this domain',
    'company behind',
    'email address',
    'role address',
    'verify',
    'validate',
    'who hosts',
    'mailbox',
    'look up the domain',
    'real address',
    'kind of address'
  ]
}
