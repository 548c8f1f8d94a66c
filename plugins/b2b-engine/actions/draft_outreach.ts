import { CLOCK, defineAction, MODEL, type Model, Type } from '@product-host/sdk'
import { businessDay, isoDay } from '../business-days.js'
import { Drafts } from '../drafts.js'
import { refuse } from '../faults.js'
import { CompanyName, line, Signals } from '../fields.js'
import { Leads } from '../leads.js'
import { compose } from '../outreach/compose.js'
import { hasFailed } from '../outreach/lint.js'
import type { Message } from '../outreach/message.js'
import { askModel } from '../outreach/model.js'
import { type Plan, planOutreach } from '../outreach/plan.js'
import { measure, Reviewed, review } from '../outreach/review.js'
import { summariseOutreach } from '../outreach/summary.js'
import { draftOutreachAsks } from './asks.js'

/** Working days on which the messages of a sequence go out, counted from 1. */
const sendDays = [1, 4, 8, 14]
const lastStart = '9998-12-31'

/** Drafts a first message and its follow-ups from what is known, and keeps them. */
export const draft_outreach = defineAction({
  title: 'Draft outreach',
  description:
    'Drafts e-mails or LinkedIn notes to a lead: opens on its strongest signal, states nothing that was not given, and judges each message by a linter. Without fields, for the lead that was scored last.',
  effect: 'write',
  timeoutMs: 20_000,
  input: Type.Object({
    companyName: Type.Optional(CompanyName),
    contactName: Type.Optional(line(120, 'The person who is written to.')),
    contactRole: Type.Optional(line(120, 'Their role, such as "Head of Operations".')),
    senderName: Type.Optional(line(120, 'Who signs.')),
    senderCompany: Type.Optional(line(200, 'The company of the sender.')),
    offer: Type.Optional(line(300, 'What you offer, in your words; used as it stands.')),
    proof: Type.Optional(line(200, 'A result that you can show; used as it stands, in the third message.')),
    signals: Type.Optional(Signals),
    channel: Type.Enum(['email', 'linkedin'], { default: 'email' }),
    tone: Type.Enum(['plain', 'warm', 'direct'], { default: 'plain' }),
    steps: Type.Integer({ minimum: 1, maximum: 4, default: 3 }),
    startDate: Type.Optional(
      Type.String({ format: 'date', description: 'The first day of the sequence, YYYY-MM-DD; today when left out.' })
    )
  }),
  detail: Type.Object({
    ready: Type.Boolean({ description: 'Nothing is missing and no message fails a rule.' }),
    missing: Type.Array(Type.String()),
    basedOn: Type.Object({ signal: Type.Optional(Type.String()), leadSlug: Type.Optional(Type.String()) }),
    messages: Type.Array(Reviewed),
    engine: Type.Enum(['rules', 'model']),
    fallbackReason: Type.Optional(Type.String({ description: 'Why the model that is configured was not used.' }))
  }),
  metrics: Type.Object({
    messages: Type.Integer(),
    words: Type.Integer({ description: 'Of all messages.' }),
    quality: Type.Integer({ description: 'The mean of the messages.' }),
    readingGrade: Type.Number({ description: 'Of the message that is hardest to read.' }),
    questions: Type.Integer({ description: 'Of all messages.' })
  }),
  examples: [
    {
      title: 'A sequence to a named contact',
      input: {
        companyName: 'Acme Ltd',
        contactName: 'Jane Smith',
        senderName: 'Sam Lee',
        senderCompany: 'Beta Works',
        offer: 'onboarding checklists that new people can follow on their own',
        signals: 'hiring, visited the pricing page'
      }
    },
    { title: 'A LinkedIn note', input: { companyName: 'Acme Ltd', signals: 'new CTO', channel: 'linkedin', steps: 1 } },
    { title: 'For the lead that was scored last', input: {} }
  ],
  asks: draftOutreachAsks,
  errors: { do_not_contact: 'The lead asked not to be contacted: its signals say so, or did when it was scored last.' },
  needs: { leads: Leads, drafts: Drafts, model: MODEL, clock: CLOCK },

  async run({ startDate, ...input }, { leads, drafts, model, clock, account, signal }) {
    refuse([
      startDate !== undefined &&
        startDate > lastStart && {
          pointer: '#/startDate',
          code: 'maximum',
          detail: 'is too late',
          fix: `Send ${lastStart} or earlier.`
        }
    ])
    const start = startDate ?? isoDay(clock.now())
    const plan = await planOutreach(input, leads, account, clock.now())
    const { messages, ...engine } = await write(plan, model, signal)
    const reviewed = messages.map(message => review(message, plan.given))
    const dated = reviewed.map(message => ({ ...message, sendOn: businessDay(start, sendDays[message.step - 1] ?? 1) }))
    const metrics = measure(reviewed)
    const detail = {
      ready: plan.missing.length === 0 && reviewed.every(({ lint }) => !hasFailed(lint)),
      missing: [...plan.missing],
      basedOn: basedOn(plan),
      messages: dated,
      ...engine
    }
    if (plan.slug !== undefined) await drafts.keep(plan.slug, { ...detail, at: new Date(clock.now()).toISOString() })
    return { summary: summariseOutreach(plan, metrics.quality), metrics, detail }
  }
})

interface Written {
  readonly engine: 'rules' | 'model'
  readonly messages: readonly Message[]
  readonly fallbackReason?: string
}

/** The messages by the model where one is configured and its messages hold, else by the rules. */
async function write(plan: Plan, model: Model, signal: AbortSignal): Promise<Written> {
  if (model.name === undefined) return { engine: 'rules', messages: compose(plan.brief) }
  const answer = await askModel(model, plan, signal)
  if (answer.messages) return { engine: 'model', messages: answer.messages }
  return { engine: 'rules', messages: compose(plan.brief), fallbackReason: answer.fallbackReason }
}

function basedOn({ brief, leadSlug }: Plan): { signal?: string; leadSlug?: string } {
  return { ...(brief.signal !== undefined && { signal: brief.signal }), ...(leadSlug !== undefined && { leadSlug }) }
}
