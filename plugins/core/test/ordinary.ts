/** A request, and the steps that it asks for: the action and its input; `when` is the condition of the step. */
type OrdinaryRequest = readonly [request: string, ...steps: Readonly<Record<string, unknown>>[]]

/**
 * Ordinary requests of every action, written while sentences were learned to be read, so that what was once read rightly stays so.
 * They say nothing of how other sentences are read.
 */
export const ordinaryRequests: readonly OrdinaryRequest[] = [
  [
    'remember that our VAT number is GB 123 4567',
    { action: 'remember', value: 'our VAT number is GB 123 4567', key: 'vat-number' }
  ],
  [
    'note down: the boiler was serviced on 3 March',
    { action: 'remember', value: 'the boiler was serviced on 3 March', key: 'boiler' }
  ],
  [
    'please remember my flight lands at 6pm on Friday',
    { action: 'remember', value: 'my flight lands at 6pm on Friday', key: 'flight-lands' }
  ],
  [
    'can you remember that my locker is number 42',
    { action: 'remember', value: 'my locker is number 42', key: 'locker' }
  ],
  [
    'jot down that Priya owns the migration',
    { action: 'remember', value: 'Priya owns the migration', key: 'priya-owns' }
  ],
  ['keep in mind that Acme pays late', { action: 'remember', value: 'Acme pays late', key: 'acme-pays' }],
  [
    'save this for later: the contract ends in May',
    { action: 'remember', value: 'the contract ends in May', key: 'contract-ends' }
  ],
  ['add milk to my shopping list', { action: 'remember', key: 'shopping-list', value: 'milk', mode: 'append' }],
  ["what did I write about the accountant's deadline", { action: 'recall', query: "accountant's deadline" }],
  ['what is our VAT number', { action: 'recall', query: 'vat number' }],
  ['where did I leave the spare key', { action: 'recall', query: 'spare key' }],
  ['list the notes tagged travel', { action: 'recall', tags: 'travel' }],
  ['show me my last 5 notes', { action: 'recall', limit: 5 }],
  ["find the note about Dana's allergy", { action: 'recall', query: "dana's allergy" }],
  ['what do you know about Acme', { action: 'recall', query: 'acme' }],
  ['give me a status briefing', { action: 'gather' }],
  ['how is everything going today', { action: 'gather' }],
  ['anything that needs my attention?', { action: 'gather' }],
  ['catch me up on everything', { action: 'gather' }],
  [
    'score Acme: hiring, requested demo',
    { action: 'score_lead', companyName: 'Acme', signals: 'hiring, requested demo' }
  ],
  [
    'rate Hooli as a prospect, signals: pricing page visit, 400 employees',
    { action: 'score_lead', companyName: 'Hooli', signals: 'pricing page visit, 400 employees' }
  ],
  [
    'how likely is Globex to buy: they asked for a quote and are hiring',
    { action: 'score_lead', companyName: 'Globex', signals: 'they asked for a quote and are hiring', dryRun: true }
  ],
  [
    'score Wonka Ltd, who replied to our email and has a budget',
    { action: 'score_lead', companyName: 'Wonka Ltd', signals: 'replied to our email and has a budget' }
  ],
  [
    'prioritise Initech as a lead, they requested a demo',
    { action: 'score_lead', companyName: 'Initech', signals: 'requested a demo' }
  ],
  [
    'give me the lead score of Stark Industries, they raised series C',
    { action: 'score_lead', companyName: 'Stark Industries', signals: 'raised series C' }
  ],
  ['draft a cold email to Acme Ltd', { action: 'draft_outreach', companyName: 'Acme Ltd', channel: 'email' }],
  [
    'write a LinkedIn note to Jane Smith at Globex',
    { action: 'draft_outreach', companyName: 'Globex', contactName: 'Jane Smith', channel: 'linkedin' }
  ],
  [
    'draft three emails to Hooli in a warm tone offering our security audit',
    {
      action: 'draft_outreach',
      companyName: 'Hooli',
      offer: 'our security audit',
      channel: 'email',
      tone: 'warm',
      steps: 3
    }
  ],
  [
    'write a first email to the VP of sales at Hooli offering our audit',
    { action: 'draft_outreach', companyName: 'Hooli', contactRole: 'VP of sales', offer: 'our audit', channel: 'email' }
  ],
  [
    'prepare a follow-up sequence of 3 emails for Globex',
    { action: 'draft_outreach', companyName: 'Globex', channel: 'email', steps: 3 }
  ],
  ['enrich jane.smith@acme.co.uk', { action: 'enrich', email: 'jane.smith@acme.co.uk' }],
  ['is someone@mailinator.com a throwaway address', { action: 'enrich', email: 'someone@mailinator.com' }],
  ['what do we know about the domain wonka.de', { action: 'enrich', domain: 'wonka.de' }],
  ['does acme.com have SPF and DMARC', { action: 'enrich', domain: 'acme.com', dns: true }],
  [
    'prepare a content brief on zero trust security for CTOs',
    { action: 'brief', topic: 'zero trust security', audience: 'CTOs' }
  ],
  ['give me an outline for an article about home espresso', { action: 'brief', topic: 'home espresso' }],
  ['what angles could I take on pricing pages', { action: 'brief', topic: 'pricing pages' }],
  [
    'write a LinkedIn post about remote onboarding for engineering managers',
    { action: 'synthesize', topic: 'remote onboarding', audience: 'engineering managers', platform: 'linkedin' }
  ],
  [
    'write a tweet about our new API for developers',
    { action: 'synthesize', topic: 'our new API', audience: 'developers', platform: 'x' }
  ],
  [
    'create a newsletter about solar panels for home owners',
    { action: 'synthesize', topic: 'solar panels', audience: 'home owners', platform: 'newsletter' }
  ],
  ['plan 3 LinkedIn posts a week for two weeks', { action: 'schedule', platforms: ['linkedin'], perWeek: 3, weeks: 2 }],
  ['make a content calendar for linkedin and x', { action: 'schedule', platforms: ['linkedin', 'x'] }],
  ['schedule my posts for the next four weeks', { action: 'schedule', weeks: 4 }],
  ['when is the best time to publish on LinkedIn', { action: 'schedule', platforms: ['linkedin'] }],
  ['record 120,000 tokens at £0.0021 per 1k', { action: 'ledger_sync', tokens: 120000, pricePer1kGbp: 0.0021 }],
  [
    'log 250000 tokens of gpt-4o at £0.0018 per thousand',
    { action: 'ledger_sync', model: 'gpt-4o', tokens: 250000, pricePer1kGbp: 0.0018 }
  ],
  [
    'we burned 3 million tokens today at £0.004 per 1k, put it in the ledger',
    { action: 'ledger_sync', tokens: 3000000, pricePer1kGbp: 0.004 }
  ],
  [
    'book 80000 tokens at £2 per million for customer hooli',
    { action: 'ledger_sync', customer: 'hooli', tokens: 80000, pricePer1kGbp: 0.002 }
  ],
  [
    'add 12,500 tokens at 0.003 pounds per 1k to the books',
    { action: 'ledger_sync', tokens: 12500, pricePer1kGbp: 0.003 }
  ],
  [
    'our bot used 2m tokens yesterday at £0.003 per 1k',
    { action: 'ledger_sync', occurredAt: '2025-12-31T12:00:00Z', tokens: 2000000, pricePer1kGbp: 0.003 }
  ],
  ['what is our margin over the last 60 days', { action: 'margin_radar', days: 60 }],
  ['show me margin per customer', { action: 'margin_radar', groupBy: 'customer' }],
  ['how profitable were we last month', { action: 'margin_radar', days: 30 }],
  ['are we going to blow the AI budget this month', { action: 'margin_radar' }],
  [
    'a new lead maria@initrode.com came in through the webinar form, send her to the CRM',
    { action: 'ingest', email: 'maria@initrode.com', destination: 'CRM', source: 'webinar', payload: '' }
  ],
  [
    'take in lead tom@hooli.com for the inbox',
    { action: 'ingest', email: 'tom@hooli.com', destination: 'inbox', payload: '' }
  ],
  [
    'ingest the lead jane@acme.com for destination crm',
    { action: 'ingest', email: 'jane@acme.com', destination: 'crm', payload: '' }
  ],
  [
    'new lead: moe@duff.com, please forward to the crm',
    { action: 'ingest', email: 'moe@duff.com', destination: 'crm', payload: '' }
  ],
  ['assign the lead moe@duff.com', { action: 'route', email: 'moe@duff.com' }],
  ['who should get the lead ann@stark.com', { action: 'route', email: 'ann@stark.com', dryRun: true }],
  ['route all open leads now', { action: 'route' }],
  ['retry the failed lead deliveries', { action: 'route', retry: true }],
  ['is https://hooli.com up right now', { action: 'probe', url: 'https://hooli.com' }],
  ['check whether https://shop.example is up', { action: 'probe', url: 'https://shop.example' }],
  [
    'probe https://api.example.com/health every five minutes',
    { action: 'probe', url: 'https://api.example.com/health', everySeconds: 300 }
  ],
  [
    'check that https://a.example contains "Welcome"',
    { action: 'probe', url: 'https://a.example', contains: 'Welcome' }
  ],
  ['the nightly import finished fine', { action: 'heartbeat', name: 'nightly-import', signal: 'success' }],
  [
    'the billing cron job failed with exit code 3',
    { action: 'heartbeat', name: 'billing', signal: 'fail', exitCode: 3 }
  ],
  ['did my backup run last night', { action: 'heartbeat', name: 'backup', signal: 'check' }],
  ['are any of my cron jobs overdue', { action: 'heartbeat', signal: 'check' }],
  ['the sync job has started', { action: 'heartbeat', name: 'sync', signal: 'start' }],
  [
    'expect a ping from the report job every hour with ten minutes of grace',
    { action: 'heartbeat', name: 'report', periodSeconds: 3600, graceSeconds: 600 }
  ],
  [
    'enrich a@acme.com, then score Acme: hiring, and draft a cold email to Acme',
    { action: 'enrich', email: 'a@acme.com' },
    { action: 'score_lead', companyName: 'Acme', signals: 'hiring' },
    { action: 'draft_outreach', companyName: 'Acme', channel: 'email' }
  ],
  [
    'if https://a.example is down, remember that it is down',
    { action: 'probe', url: 'https://a.example' },
    {
      action: 'remember',
      value: 'https://a.example is down',
      key: 'https-example-down',
      when: { '==': [{ var: 's1.detail.state' }, 'down'] }
    }
  ],
  [
    'check https://a.example and remember the result',
    { action: 'probe', url: 'https://a.example' },
    { action: 'remember', key: 'check-https-example', value: '{{s1.summary}}' }
  ],
  [
    'score Acme: requested demo; if it scores above 30, draft an email to Acme',
    { action: 'score_lead', companyName: 'Acme', signals: 'requested demo' },
    {
      action: 'draft_outreach',
      companyName: 'Acme',
      channel: 'email',
      when: { '>': [{ var: 's1.metrics.score' }, 30] }
    }
  ],
  ['forget the gate code', { action: 'remember', key: 'gate-code', mode: 'forget' }],
  ['the alarm code is 4711', { action: 'remember', value: 'the alarm code is 4711', key: 'alarm-code' }],
  ['correction: the alarm code is 4712', { action: 'remember', value: 'the alarm code is 4712', key: 'alarm-code' }],
  ['rember that the alarm code is 4711', { action: 'remember', value: 'the alarm code is 4711', key: 'alarm-code' }],
  ['scoer Acme: hiring', { action: 'score_lead', companyName: 'Acme', signals: 'hiring' }],
  ['daft an email to Acme', { action: 'draft_outreach', companyName: 'Acme', channel: 'email' }],
  ['prob https://a.example', { action: 'probe', url: 'https://a.example' }],
  [
    'pls note that Tom is on holiday until Friday',
    { action: 'remember', value: 'Tom is on holiday until Friday', key: 'tom-place' }
  ],
  [
    'store in memory that the invoice number is INV-2026-14',
    { action: 'remember', value: 'the invoice number is INV-2026-14', key: 'invoice-number' }
  ],
  [
    "remember Sarah's birthday is 14 May",
    { action: 'remember', value: "Sarah's birthday is 14 May", key: 'sarah-birthday' }
  ],
  [
    'make a note that the client wants a call on Tuesday',
    { action: 'remember', value: 'the client wants a call on Tuesday', key: 'client-wants' }
  ],
  [
    'could you write down that the parking spot is B12?',
    { action: 'remember', value: 'the parking spot is B12', key: 'parking-spot' }
  ],
  ["when is Sarah's birthday?", { action: 'recall', query: "sarah's birthday" }],
  ['do I have any notes about the invoice?', { action: 'recall', query: 'invoice' }],
  ['look up the invoice number in my notes', { action: 'recall', query: 'invoice number' }],
  ['recall everything about the client', { action: 'recall', query: 'client' }],
  ['show my latest memories', { action: 'recall' }],
  ['search my notes for the gate code', { action: 'recall', query: 'gate code' }],
  ['status report of all products please', { action: 'gather' }],
  ['what needs my attention right now?', { action: 'gather' }],
  ['how are we doing across the board', { action: 'gather', query: 'board' }],
  ['sum up the state of all my products', { action: 'gather' }],
  [
    'score the lead Acme Ltd, they raised a series B and are hiring',
    { action: 'score_lead', companyName: 'Acme Ltd', signals: 'raised a series B and are hiring' }
  ],
  [
    'qualify Globex: asked for pricing, 250 employees',
    { action: 'score_lead', companyName: 'Globex', signals: 'asked for pricing', employees: 250 }
  ],
  ['how hot is the Initech deal', { action: 'score_lead', companyName: 'Initech', dryRun: true }],
  ['is Umbrella Corp worth calling', { action: 'score_lead', companyName: 'Umbrella Corp', dryRun: true }],
  [
    'draft outreach to Acme offering our logistics platform',
    { action: 'draft_outreach', companyName: 'Acme', offer: 'our logistics platform' }
  ],
  [
    'prepare a warm follow-up email to Acme Ltd',
    { action: 'draft_outreach', companyName: 'Acme Ltd', channel: 'email', tone: 'warm' }
  ],
  ['enrich the domain acme.co.uk', { action: 'enrich', domain: 'acme.co.uk' }],
  ['is jane@gmail.com a business address', { action: 'enrich', email: 'jane@gmail.com' }],
  ['check the email kim@tyrell.com', { action: 'enrich', email: 'kim@tyrell.com' }],
  ['who is behind sam@studio.org', { action: 'enrich', email: 'sam@studio.org' }],
  [
    'brief me on an article about heat pumps for home owners',
    { action: 'brief', topic: 'heat pumps', audience: 'home owners' }
  ],
  ['suggest hooks for a newsletter on churn', { action: 'brief', topic: 'churn', platforms: ['newsletter'] }],
  [
    'write an instagram caption about our new bakery for locals',
    { action: 'synthesize', topic: 'our new bakery', audience: 'locals', platform: 'instagram' }
  ],
  [
    'compose a thread for X on zero trust aimed at CTOs',
    { action: 'synthesize', topic: 'zero trust', audience: 'CTOs', platform: 'x' }
  ],
  [
    'draft a LinkedIn post on burnout for team leads: sleep matters, say no, take breaks',
    {
      action: 'synthesize',
      topic: 'burnout',
      audience: 'team leads',
      points: 'sleep matters, say no, take breaks',
      platform: 'linkedin'
    }
  ],
  [
    'plan two posts per week on instagram for four weeks starting 1 December 2026',
    { action: 'schedule', startDate: '2026-12-01', platforms: ['instagram'], perWeek: 2, weeks: 4 }
  ],
  ['best time to post on tiktok', { action: 'schedule', platforms: ['tiktok'] }],
  ['make a posting schedule for the next month', { action: 'schedule', weeks: 4 }],
  [
    'log 15k tokens at £0.004 per 1k for feature search',
    { action: 'ledger_sync', feature: 'search', tokens: 15000, pricePer1kGbp: 0.004 }
  ],
  [
    'enter 900 tokens at £0.01 per thousand for customer tyrell',
    { action: 'ledger_sync', customer: 'tyrell', tokens: 900, pricePer1kGbp: 0.01 }
  ],
  [
    'book 2 million tokens of claude-3 at 30p per 1k',
    { action: 'ledger_sync', model: 'claude-3', tokens: 2000000, pricePer1kGbp: 0.3 }
  ],
  [
    'record revenue of 10k tokens at £0.01 per 1k',
    { action: 'ledger_sync', tokens: 10000, pricePer1kGbp: 0.01, kind: 'revenue' }
  ],
  [
    'charge 30k tokens at £0.002 per 1k to customer acme',
    { action: 'ledger_sync', customer: 'acme', tokens: 30000, pricePer1kGbp: 0.002 }
  ],
  ['what was our AI margin in the last 90 days', { action: 'margin_radar', days: 90 }],
  ['forecast our token spend for this month', { action: 'margin_radar' }],
  ['are there any anomalies in our token costs', { action: 'margin_radar' }],
  ['show the margin by model over the last quarter', { action: 'margin_radar', days: 90, groupBy: 'model' }],
  [
    'add joe@cyberdyne.io as a lead for the crm',
    { action: 'ingest', email: 'joe@cyberdyne.io', destination: 'crm', payload: '' }
  ],
  [
    'ingest zoe@tyrell.com into the inbox',
    { action: 'ingest', email: 'zoe@tyrell.com', destination: 'inbox', payload: '' }
  ],
  [
    'somebody filled in the contact form: joe@cyberdyne.io, give it to the CRM',
    { action: 'ingest', email: 'joe@cyberdyne.io', destination: 'CRM', payload: '' }
  ],
  ['who is responsible for the lead zoe@tyrell.com', { action: 'route', email: 'zoe@tyrell.com', dryRun: true }],
  ['assign all waiting leads to their owners', { action: 'route' }],
  [
    'show what the routing rules would do with the lead zoe@tyrell.com',
    { action: 'route', email: 'zoe@tyrell.com', dryRun: true }
  ],
  ['does https://tyrell.com still answer', { action: 'probe', url: 'https://tyrell.com' }],
  ['measure the response time of https://api.cyberdyne.io', { action: 'probe', url: 'https://api.cyberdyne.io' }],
  ['check the certificate of https://vandelay.com', { action: 'probe', url: 'https://vandelay.com' }],
  ['watch https://wonka.de every 10 minutes', { action: 'probe', url: 'https://wonka.de', everySeconds: 600 }],
  ['is our website https://duff.com down', { action: 'probe', url: 'https://duff.com' }],
  [
    'test whether https://initrode.com returns a 200',
    { action: 'probe', url: 'https://initrode.com', expectStatus: 200 }
  ],
  ['the weekly report job has just started', { action: 'heartbeat', name: 'weekly-report', signal: 'start' }],
  ['backup finished', { action: 'heartbeat', name: 'backup', signal: 'success' }],
  ['the import crashed', { action: 'heartbeat', name: 'import', signal: 'fail' }],
  ['are all my jobs alive', { action: 'heartbeat', signal: 'check' }],
  ['did the invoice job run this morning', { action: 'heartbeat', name: 'invoice', signal: 'check' }],
  [
    'enrich jane@acme.com and remember the result',
    { action: 'enrich', email: 'jane@acme.com' },
    { action: 'remember', key: 'enrich-jane-acme-com', value: '{{s1.summary}}' }
  ],
  [
    'score Vandelay: asked for pricing; then draft an email to them',
    { action: 'score_lead', companyName: 'Vandelay', signals: 'asked for pricing' },
    { action: 'draft_outreach', companyName: 'Vandelay', channel: 'email' }
  ],
  [
    'probe https://a.example, then remember the result',
    { action: 'probe', url: 'https://a.example' },
    { action: 'remember', key: 'probe-https-example', value: '{{s1.summary}}' }
  ],
  [
    'remember that Bob likes tea and then look up Bob in my notes',
    { action: 'remember', value: 'Bob likes tea', key: 'bob-likes' },
    { action: 'recall', query: 'bob' }
  ],
  [
    'if the score of Acme is at least 50, draft an email to Acme',
    { action: 'score_lead', companyName: 'Acme' },
    {
      action: 'draft_outreach',
      companyName: 'Acme',
      channel: 'email',
      when: { '>=': [{ var: 's1.metrics.score' }, 50] }
    }
  ],
  [
    'check https://a.example; if it is down, remember that the shop is down',
    { action: 'probe', url: 'https://a.example' },
    {
      action: 'remember',
      value: 'the shop is down',
      key: 'shop-down',
      when: { '==': [{ var: 's1.detail.state' }, 'down'] }
    }
  ]
]
