import type { Asks } from '@product-host/sdk'

/** How people ask for `ingest`; written for this product. */
export const ingestAsks: Asks = {
  sentences: [
    'take in a new lead from the website form',
    'send this lead to the crm',
    'a new enquiry came in from jane@acme.com, pass it on',
    'deliver the contact form submission to our webhook',
    'ingest the lead jane@acme.com for destination crm',
    'add this person as a lead and forward the payload',
    'push the sign-up to the sales destination',
    'store the lead in the inbox for now',
    'capture the lead from the landing page',
    'register a prospect who filled in the form',
    'hand this contact to the crm',
    'log an inbound enquiry',
    'import the person who signed up',
    'pass the sign-up along to the webhook'
  ],
  cues: [
    'new lead',
    'ingest',
    'take in the lead',
    'capture the lead',
    'send the lead',
    'forward the lead',
    'push the lead',
    'deliver the lead',
    'form submission',
    'new enquiry',
    'contact form',
    'to the crm',
    'inbound lead',
    'inbound enquiry',
    'enquiry from',
    'enquiry of',
    'the enquiry',
    'sign-up from',
    'add a lead',
    'register the lead',
    'import the lead'
  ]
}

/** How people ask for `route`; written for this product. */
export const routeAsks: Asks = {
  sentences: [
    'assign the new leads to their owners',
    'who should get this lead',
    'who owns this person now',
    'route the unassigned leads',
    'give the waiting leads to the sales team',
    'distribute the leads among the pool',
    'which rule does this lead match',
    'show what the routing rules would do with the lead',
    'retry the failed lead deliveries',
    'replay the dead delivery',
    'hand the lead over to the right salesperson',
    'allocate leads to the sales reps',
    'who handles this enquiry',
    'try out the routing rules',
    'hand out the open leads',
    'send the held deliveries now'
  ],
  cues: [
    'route the lead',
    'route leads',
    'assign the lead',
    'assign leads',
    'unassigned leads',
    'lead owner',
    'who gets the lead',
    'who owns',
    'round robin',
    'routing rules',
    'distribute leads',
    'retry deliveries',
    'dead letter',
    'replay the delivery',
    'routing rule',
    'allocate leads',
    'hand out',
    'sales reps',
    'lead rules',
    'failed deliveries'
  ]
}
