/** A sentence, and the action that it asks for; `none` when no action here does that. */
export type Sentence = readonly [sentence: string, expected: string]

/**
 * What people may say, written from what the actions do, before anything was weighed. Weights and words may be changed until
 * these are routed right.
 */
export const tuned: readonly Sentence[] = [
  ['please remember my flight lands at 6pm on Friday', 'core.remember'],
  ["make sure you don't forget that Dana is allergic to nuts", 'core.remember'],
  ['store the fact that our fiscal year ends in March', 'core.remember'],
  ['add to my notes that the printer code is 8812', 'core.remember'],

  ['what was the printer code again', 'core.recall'],
  ["find the note about Dana's allergy", 'core.recall'],
  ['do I have anything saved on the fiscal year', 'core.recall'],
  ['list everything I stored last week', 'core.recall'],

  ['give me an overview of everything across my products', 'core.gather'],
  ['how are things going today, one summary of all areas', 'core.gather'],
  ['pull together a status report from all sources', 'core.gather'],
  ['morning briefing please', 'core.gather'],

  ['enrich jane@acme.com, then score Acme and draft a cold email to them', 'core.agent'],
  ['probe https://acme.com and remember the result', 'core.agent'],
  ['brief me on remote work for LinkedIn; write a LinkedIn post about it; schedule it', 'core.agent'],
  ['score Globex: hiring, requested demo; then draft outreach to Globex', 'core.agent'],

  ['how likely is Globex to buy: they asked for a quote and are hiring', 'b2b-engine.score_lead'],
  ['rate Hooli as a prospect, signals: pricing page visit, 400 employees', 'b2b-engine.score_lead'],
  ['give me the lead score of Stark Industries, they raised series C', 'b2b-engine.score_lead'],
  ['is Wayne Enterprises a hot or a cold lead', 'b2b-engine.score_lead'],

  ['write a first email to the VP of sales at Hooli offering our audit', 'b2b-engine.draft_outreach'],
  ['draft three follow-up messages for Globex', 'b2b-engine.draft_outreach'],
  ['I need a short LinkedIn message to reach out to Stark Industries', 'b2b-engine.draft_outreach'],
  ['prepare a cold outreach sequence for Wonka Ltd in a warm tone', 'b2b-engine.draft_outreach'],

  ['what can you tell me about bob.jones@hooli.co.uk', 'b2b-engine.enrich'],
  ['is someone@mailinator.com a throwaway address', 'b2b-engine.enrich'],
  ['find out who hosts the email of globex.com', 'b2b-engine.enrich'],
  ['look up the company and country behind the domain wonka.de', 'b2b-engine.enrich'],

  ['prepare a content brief on zero trust security for CTOs', 'creator-os.brief'],
  ['I want to write about burnout, suggest angles and an outline', 'creator-os.brief'],
  ['which hooks and questions should an article on solar panels cover', 'creator-os.brief'],
  ['help me plan an article about home espresso', 'creator-os.brief'],

  ['write a tweet about our new API for developers', 'creator-os.synthesize'],
  ['turn this into an Instagram caption for bakery owners: sourdough takes time', 'creator-os.synthesize'],
  ['draft a LinkedIn post on burnout for team leads', 'creator-os.synthesize'],
  ['create a newsletter about solar panels for home owners', 'creator-os.synthesize'],

  ['when is the best time to publish on LinkedIn and Instagram', 'creator-os.schedule'],
  ['plan my posts for the coming four weeks', 'creator-os.schedule'],
  ['set up a posting calendar with two posts per week on X', 'creator-os.schedule'],
  ['put my drafts on the calendar, no weekends please', 'creator-os.schedule'],

  ['log 250000 tokens of gpt-4o at £0.0018 per thousand', 'wealthnode.ledger_sync'],
  ['we burned 3 million tokens today at £0.004 per 1k, put it in the ledger', 'wealthnode.ledger_sync'],
  ['book the model usage for customer hooli: 80000 tokens at £0.002', 'wealthnode.ledger_sync'],
  ['add 12,500 tokens at 0.003 pounds per 1k to the books', 'wealthnode.ledger_sync'],

  ['how profitable were we over the last 60 days', 'wealthnode.margin_radar'],
  ['show me margin per customer', 'wealthnode.margin_radar'],
  ['are we going to blow the AI budget this month', 'wealthnode.margin_radar'],
  ['was there any unusual spike in our model costs', 'wealthnode.margin_radar'],

  ['a new lead maria@initrode.com came in through the webinar form, send her to the CRM', 'leadconnect.ingest'],
  ['take in lead tom@hooli.com for the inbox', 'leadconnect.ingest'],
  ['push this contact form submission from ann@stark.com to sales-crm', 'leadconnect.ingest'],
  ['capture bob@globex.com as a new lead and deliver it to hubspot', 'leadconnect.ingest'],

  ['assign all waiting leads to their owners', 'leadconnect.route'],
  ['who in the team should take the lead from ann@stark.com', 'leadconnect.route'],
  ['distribute unassigned leads between Priya and Tom', 'leadconnect.route'],
  ['try the failed lead deliveries again', 'leadconnect.route'],

  ['is https://hooli.com up right now', 'sentinel-lite.probe'],
  ['check how fast https://api.globex.com/v1/health responds', 'sentinel-lite.probe'],
  ['when will the TLS certificate of https://stark.com run out', 'sentinel-lite.probe'],
  ['keep an eye on https://wonka.de every 5 minutes', 'sentinel-lite.probe'],

  ['the nightly import finished fine', 'sentinel-lite.heartbeat'],
  ['did my backup run last night', 'sentinel-lite.heartbeat'],
  ['the billing cron job failed with exit code 3', 'sentinel-lite.heartbeat'],
  ['which of my scheduled jobs are late', 'sentinel-lite.heartbeat'],

  ['what is the weather in Paris tomorrow', 'none'],
  ['book me a flight to Lisbon', 'none'],
  ['translate good morning into Japanese', 'none'],
  ['who won the world cup in 1998', 'none'],
  ['play some jazz music', 'none'],
  ['order a large pizza with mushrooms', 'none'],
  ['what is the square root of 1764', 'none'],
  ['turn off the lights in the kitchen', 'none'],
  ['tell me a joke about penguins', 'none'],
  ['how do I get a red wine stain out of a carpet', 'none'],
  ['asdf qwer zxcv', 'none']
]

/** A fifth of all sentences, written with the others and set aside: no weight and no word is ever changed because of these. */
export const setAside: readonly Sentence[] = [
  ['jot down that Priya owns the migration', 'core.remember'],
  ['tell me what I told you about Priya', 'core.recall'],
  ["what's the current state of all my products in one answer", 'core.gather'],
  ['check whether https://shop.example is up and then note the outcome down', 'core.agent'],
  ['prioritise Wonka Ltd as a lead, replied to our email and has a deadline this quarter', 'b2b-engine.score_lead'],
  ['compose a sales email to Maria at Initrode', 'b2b-engine.draft_outreach'],
  ['verify that info@initrode.com is a real business email address', 'b2b-engine.enrich'],
  ['outline a piece on supply chain risk for operations managers', 'creator-os.brief'],
  ['compose a thread for X on zero trust aimed at CTOs', 'creator-os.synthesize'],
  ['make me an editorial plan for TikTok for next month', 'creator-os.schedule'],
  ['record an AI cost of 40k tokens priced £0.0025 per thousand', 'wealthnode.ledger_sync'],
  ['what does the month-end forecast of our token spend look like', 'wealthnode.margin_radar'],
  ['forward the enquiry of lee@wonka.de to our CRM webhook', 'leadconnect.ingest'],
  ['which routing rule would this lead hit', 'leadconnect.route'],
  ['test whether https://initrode.com returns a 200', 'sentinel-lite.probe'],
  ['tell the monitor that the reindex job has started', 'sentinel-lite.heartbeat'],
  ['recommend a good thriller to read on holiday', 'none'],
  ['convert 12 miles to kilometres', 'none'],
  ['what is the capital of Mongolia', 'none']
]

/** Written after the first two sets were measured, and measured before any word was changed because of them. */
export const writtenLater: readonly Sentence[] = [
  ['keep a record that the dentist moved to Hill Street', 'core.remember'],
  ['please remember: our tax number is DE 123', 'core.remember'],
  ['where did I put the spare key, look it up', 'core.recall'],
  ['search my notes for the gate code', 'core.recall'],
  ['what should I know before I start work today', 'core.gather'],
  ['summarise the state of leads, jobs and spending for me', 'core.gather'],
  ['rate Umbrella Corp, then write them a cold email', 'core.agent'],
  ['look up dana@hooli.com and remember what you find', 'core.agent'],

  ['how good are the odds that Tyrell signs, they want a quote', 'b2b-engine.score_lead'],
  ['give this prospect a score: founder called us, 40 people, legacy system', 'b2b-engine.score_lead'],
  ['help me word a first note to the operations director of Tyrell', 'b2b-engine.draft_outreach'],
  ['set up three sales emails for Cyberdyne', 'b2b-engine.draft_outreach'],
  ['does cyberdyne.io have proper mail records', 'b2b-engine.enrich'],
  ['is kim@tyrell.com a private or a company address', 'b2b-engine.enrich'],

  ['what could I say in an article about heat pumps, give me angles', 'creator-os.brief'],
  ['content brief for a guide to remote payroll', 'creator-os.brief'],
  ['write a short LinkedIn post for founders about pricing', 'creator-os.synthesize'],
  ['make a thread out of these points: cheap, fast, open', 'creator-os.synthesize'],
  ['spread my posts over three weeks on bluesky', 'creator-os.schedule'],
  ['which weekday works best for a newsletter', 'creator-os.schedule'],

  ['enter 900 tokens at £0.01 per thousand for customer tyrell', 'wealthnode.ledger_sync'],
  ['our bot used 2m tokens yesterday, price £0.003', 'wealthnode.ledger_sync'],
  ['do we earn anything on our AI features', 'wealthnode.margin_radar'],
  ['how much will the models cost us until the end of the month', 'wealthnode.margin_radar'],

  ['somebody filled in the contact form: joe@cyberdyne.io, give it to the CRM', 'leadconnect.ingest'],
  ['ingest the lead zoe@tyrell.com', 'leadconnect.ingest'],
  ['share out the open leads among the team', 'leadconnect.route'],
  ['who is responsible for the lead zoe@tyrell.com', 'leadconnect.route'],

  ['does https://tyrell.com still answer', 'sentinel-lite.probe'],
  ['measure the response time of https://api.cyberdyne.io', 'sentinel-lite.probe'],
  ['the weekly report job has just started', 'sentinel-lite.heartbeat'],
  ['are any of my cron jobs overdue', 'sentinel-lite.heartbeat'],

  ['how tall is Mount Everest', 'none'],
  ['order flowers for my mother', 'none'],
  ['which film should we watch tonight', 'none'],
  ['write a sonnet', 'none'],
  ['solve this equation: x squared is nine', 'none'],
  ['call me a taxi to the airport', 'none'],
  ['how many calories are in an avocado', 'none'],
  ['dim the bedroom lamp', 'none']
]

/** Written when all weights and words stood, and measured once; no weight and no word was changed after them. */
export const writtenLast: readonly Sentence[] = [
  ['note: the accountant needs receipts by the 5th', 'core.remember'],
  ['can you remember that my locker is number 42', 'core.remember'],
  ["what did I write about the accountant's deadline", 'core.recall'],
  ['recall everything tagged travel', 'core.recall'],
  ['give me a quick overview of how all my tools are doing', 'core.gather'],
  ['anything broken or urgent today?', 'core.gather'],
  ['score Vandelay and then draft an email to them', 'core.agent'],
  ['check the margin and remember the result', 'core.agent'],

  ['what is the lead score of Vandelay, they asked for pricing', 'b2b-engine.score_lead'],
  ['qualify Duff Brewery: new CFO, renewal in May', 'b2b-engine.score_lead'],
  ['write to Lisa at Duff Brewery about our logistics offer', 'b2b-engine.draft_outreach'],
  ['draft a LinkedIn message for the CTO of Vandelay', 'b2b-engine.draft_outreach'],
  ['look into the email art@vandelay.com', 'b2b-engine.enrich'],
  ['what kind of company is behind duff.com', 'b2b-engine.enrich'],

  ['plan a blog article on urban beekeeping', 'creator-os.brief'],
  ['I need an outline and hooks for a video about tax returns', 'creator-os.brief'],
  ['write an instagram caption about our new bakery for locals', 'creator-os.synthesize'],
  ['tweet that we are hiring two engineers', 'creator-os.synthesize'],
  ['when should I post on tiktok', 'creator-os.schedule'],
  ['make a posting schedule for the next month', 'creator-os.schedule'],

  ['log 15k tokens at £0.004 per 1k for feature search', 'wealthnode.ledger_sync'],
  ['we spent 700,000 tokens on customer duff', 'wealthnode.ledger_sync'],
  ['what was our AI margin in the last 90 days', 'wealthnode.margin_radar'],
  ['which customers are unprofitable', 'wealthnode.margin_radar'],

  ['new lead: moe@duff.com, please forward to the crm', 'leadconnect.ingest'],
  ['store the website enquiry of kramer@vandelay.com', 'leadconnect.ingest'],
  ['assign the lead moe@duff.com', 'leadconnect.route'],
  ['route all open leads now', 'leadconnect.route'],

  ['is our website https://duff.com down', 'sentinel-lite.probe'],
  ['check the certificate of https://vandelay.com', 'sentinel-lite.probe'],
  ['backup finished', 'sentinel-lite.heartbeat'],
  ['did the invoice job run this morning', 'sentinel-lite.heartbeat'],

  ['what is the fastest animal', 'none'],
  ['reserve a hotel room in Vienna', 'none'],
  ['how old is the universe', 'none'],
  ['mow the lawn', 'none'],
  ['what does gratitude mean in Latin', 'none'],
  ['sing happy birthday', 'none'],
  ['water the plants twice a week', 'none'],
  ['show me pictures of kittens', 'none']
]
