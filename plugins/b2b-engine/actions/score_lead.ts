import { CLOCK, defineAction, Type, type View } from '@product-host/sdk'
import { rounded } from '@product-host/toolkit/numbers'
import { oneLine } from '@product-host/toolkit/text'
import { CompanyName, DomainText, EmailText, Signals } from '../input.js'
import { type Lead, Leads } from '../records.js'
import { Contribution, contributionsOf, summariseScore } from '../scoring/explain.js'
import { assess, bestRaises, nextActionFor } from '../scoring/score.js'
import { scoreLeadIntents } from './intents.js'

/** How an answer of score_lead is shown. */
const scoreLeadViews: readonly View[] = [
  {
    view: 'status',
    value: '/nextAction',
    tones: { 'call today': 'good', sequence: 'info', nurture: 'plain', drop: 'danger' }
  },
  {
    view: 'score',
    value: '/score',
    label: '/tier',
    tones: { hot: 'good', warm: 'info', cool: 'plain', cold: 'plain' },
    items: '/contributions',
    heading: ['/reason'],
    points: '/points'
  },
  { view: 'table', title: 'What would raise the score', items: '/whatWouldRaiseIt', columns: ['/phrase', '/points'] }
]

/** Scores a lead from what is known of it, with every point explained, and stores the score. */
export const score_lead = defineAction({
  title: 'Score a lead',
  description:
    'Scores a lead from 0 to 100 by its signals, names tier, grade and next action, and explains every point.',
  effect: 'write',
  effectOf: ({ dryRun }) => (dryRun ? 'read' : 'write'),
  input: Type.Object({
    companyName: CompanyName,
    signals: Type.Optional(Signals),
    icp: Type.Optional(
      Type.String({
        title: 'Ideal customer',
        maxLength: 1000,
        description:
          'Words that describe your ideal customer, such as "logistics, warehouse". At most 20, with commas between them.'
      })
    ),
    email: Type.Optional(EmailText),
    domain: Type.Optional(DomainText),
    employees: Type.Optional(
      Type.Integer({
        title: 'Employees',
        minimum: 0,
        maximum: 10_000_000,
        description: 'How many people work at the company.'
      })
    ),
    asOf: Type.Optional(
      Type.String({
        title: 'As of',
        maxLength: 40,
        description: 'The time from which the age of signals is counted, such as 2026-11-25T09:00:00Z. If empty: now.'
      })
    ),
    dryRun: Type.Boolean({
      title: 'Dry run',
      default: false,
      description: 'If on, the lead is scored and nothing is stored.'
    })
  }),
  detail: Type.Object(
    {
      company: Type.String({ title: 'Company' }),
      slug: Type.String({ title: 'Key of the lead' }),
      score: Type.Integer({ title: 'Score' }),
      tier: Type.Enum(['hot', 'warm', 'cool', 'cold'], { title: 'Tier' }),
      grade: Type.String({ title: 'Grade', description: 'Fit A to D, intent 1 to 4.' }),
      nextAction: Type.Enum(['call today', 'sequence', 'nurture', 'drop'], { title: 'Next action' }),
      disqualified: Type.Boolean({
        title: 'Disqualified',
        description: 'The signals say that this lead is not to be contacted.'
      }),
      contributions: Type.Array(Contribution, { title: 'Reasons', description: 'Their points add up to the score.' }),
      unrecognised: Type.Array(Type.String(), {
        title: 'Not understood',
        description: 'Phrases that were not understood and count nothing.'
      }),
      missing: Type.Array(Type.String(), {
        title: 'No evidence of',
        description: 'Kinds of evidence of which there is none.'
      }),
      whatWouldRaiseIt: Type.Array(
        Type.Object({
          group: Type.String({ title: 'Kind of evidence' }),
          phrase: Type.String({ title: 'Evidence' }),
          points: Type.Integer({ title: 'Points' })
        }),
        {
          title: 'What would raise it',
          description: 'The three kinds of evidence that would raise the score most, with the points each would add.'
        }
      ),
      previous: Type.Optional(
        Type.Object(
          {
            score: Type.Integer({ title: 'Score' }),
            at: Type.String({ title: 'Scored at' }),
            delta: Type.Integer({ title: 'Change since' })
          },
          { title: 'Score before' }
        )
      ),
      confidence: Type.Number({ title: 'Confidence' })
    },
    { 'x-view': scoreLeadViews }
  ),
  metrics: Type.Object({
    score: Type.Integer({ title: 'Score' }),
    fit: Type.Number({ title: 'Fit' }),
    intent: Type.Number({ title: 'Intent' }),
    risk: Type.Number({ title: 'Risk' }),
    signals: Type.Integer({ title: 'Phrases' }),
    recognised: Type.Integer({ title: 'Phrases understood' }),
    confidence: Type.Number({ title: 'Confidence' }),
    delta: Type.Optional(Type.Integer({ title: 'Change of the score' }))
  }),
  examples: [
    {
      title: 'A lead with intent',
      input: { companyName: 'Acme Ltd', signals: 'hiring, raised series B, requested demo' }
    },
    {
      title: 'A lead with profile and ideal customer',
      input: {
        companyName: 'Northwind Logistics',
        signals: 'replied last week; migrating from spreadsheets; renewal this quarter',
        icp: 'logistics, warehouse',
        email: 'jane.smith@northwind.co.uk',
        employees: 240
      }
    },
    { title: 'A lead of which nothing is known', input: { companyName: 'Acme Ltd', signals: '' } },
    { title: 'The last signals again, nothing stored', input: { companyName: 'Acme Ltd', dryRun: true } }
  ],
  intents: scoreLeadIntents,
  needs: { leads: Leads, clock: CLOCK },

  async run({ dryRun, ...sent }, { leads, clock }) {
    const company = oneLine(sent.companyName)
    const slug = await leads.slugOf(company)
    const stored = await leads.find(slug)
    const input = sent.signals === undefined ? withStored(sent, stored) : { ...sent, signals: sent.signals }
    const assessment = assess({ ...input, company }, clock.now())
    const { score, grade, tier, hits, phrases, unrecognised, confidence } = assessment
    const figures = {
      score: score.score,
      fit: rounded(score.fit, 1),
      intent: rounded(score.intent, 1),
      risk: rounded(score.risk, 1)
    }
    const { signals, icp, email, domain, employees } = input
    const facts = { company, signals, icp, email, domain, employees, isDisqualified: score.isDisqualified }
    const before = dryRun ? stored?.scores[0] : await leads.save(slug, facts, figures)
    const previous = before && { score: before.score, at: before.at, delta: score.score - before.score }

    return {
      summary: summariseScore(company, assessment),
      metrics: {
        ...figures,
        signals: phrases.length,
        recognised: phrases.length - unrecognised.length,
        confidence,
        ...(previous && { delta: previous.delta })
      },
      detail: {
        company,
        slug,
        score: score.score,
        tier,
        grade,
        nextAction: nextActionFor(score, grade),
        disqualified: score.isDisqualified,
        contributions: [...contributionsOf(score)],
        unrecognised: [...unrecognised],
        missing: [...assessment.missing],
        whatWouldRaiseIt: score.isDisqualified ? [] : [...bestRaises(hits, score)],
        ...(previous && { previous }),
        confidence
      }
    }
  }
})

interface SentFacts {
  readonly icp?: string
  readonly email?: string
  readonly domain?: string
  readonly employees?: number
}

/** What was sent, with the signals of the last score and what else was said then and is not said again. */
function withStored<Sent extends SentFacts>(sent: Sent, stored: Lead | undefined) {
  const { signals = '', icp, email, domain, employees } = stored ?? {}
  const facts = {
    ...(icp !== undefined && { icp }),
    ...(email !== undefined && { email }),
    ...(domain !== undefined && { domain }),
    ...(employees !== undefined && { employees })
  }
  return { ...facts, ...sent, signals }
}
