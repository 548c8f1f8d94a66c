import { CLOCK, defineAction, Type, type View } from '@product-host/sdk'
import { rounded } from '@product-host/toolkit/numbers'
import { oneLine } from '@product-host/toolkit/text'
import { CompanyName, DomainText, EmailText, Signals } from '../input.js'
import { type Lead, Leads } from '../records.js'
import { Contribution, contributionsOf, summariseScore } from '../scoring/explain.js'
import { assess, bestRaises, nextActionFor } from '../scoring/score.js'
import intents from './intents.json' with { type: 'json' }

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
    competitors: Type.Optional(
      Type.String({
        title: 'Your competitors',
        maxLength: 1000,
        description:
          'Their names, such as "HubSpot, Pipedrive". At most 20, with commas between them. A phrase that names one tells of a competitor.'
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
      company: Type.String({ title: 'Company', description: 'The name as it was sent, on one line.' }),
      slug: Type.String({
        title: 'Key of the lead',
        description: 'The name in lower case with hyphens, under which the lead is stored.'
      }),
      score: Type.Integer({ title: 'Score', description: 'From 0 to 100.' }),
      tier: Type.Enum(['hot', 'warm', 'cool', 'cold'], {
        title: 'Tier',
        description: '`hot`: a score of 70 or more; `warm`: 45 or more; `cool`: 20 or more; `cold`: below 20.'
      }),
      grade: Type.String({
        title: 'Grade',
        description:
          'A letter for fit (A from 70, B 50, C 30, else D) and a digit for intent (1 from 60, 2 35, 3 15, else 4), such as `B2`.'
      }),
      nextAction: Type.Enum(['call today', 'sequence', 'nurture', 'drop'], {
        title: 'Next action',
        description:
          '`call today`; `sequence`: send a series of messages; `nurture`: stay in touch; `drop`: do not pursue it.'
      }),
      disqualified: Type.Boolean({
        title: 'Disqualified',
        description: 'True if the signals say that this lead is not to be contacted. Its score is 0 then.'
      }),
      contributions: Type.Array(Contribution, {
        title: 'Reasons',
        description: 'Why the score is what it is. Their points add up to it.'
      }),
      unrecognised: Type.Array(Type.String(), {
        title: 'Not understood',
        description: 'Phrases that were not understood and count nothing.'
      }),
      missing: Type.Array(Type.String(), {
        title: 'No evidence of',
        description: 'Kinds of evidence that no phrase gives, such as `timing` or `finance`.'
      }),
      whatWouldRaiseIt: Type.Array(
        Type.Object({
          group: Type.String({ title: 'Kind of evidence', description: 'Such as `timing`, `finance` or `ask`.' }),
          phrase: Type.String({
            title: 'Evidence',
            description: 'A phrase that would count, such as “raised series C”.'
          }),
          points: Type.Integer({ title: 'Points', description: 'What it would add to the score.' })
        }),
        {
          title: 'What would raise it',
          description: 'The three kinds of evidence that would raise the score most, with the points each would add.'
        }
      ),
      previous: Type.Optional(
        Type.Object(
          {
            score: Type.Integer({ title: 'Score', description: 'The score of that time, from 0 to 100.' }),
            at: Type.String({ title: 'Scored at', description: 'When it was scored, as an ISO 8601 time.' }),
            delta: Type.Integer({ title: 'Change since', description: 'This score less that one.' })
          },
          { title: 'Score before', description: 'The last score of the company. Left out if it has none.' }
        )
      ),
      confidence: Type.Number({
        title: 'Confidence',
        description: 'From 0 to 1: the share of phrases that are known, less for fewer than three; 0.2 without phrases.'
      })
    },
    { 'x-view': scoreLeadViews }
  ),
  metrics: Type.Object({
    score: Type.Integer({ title: 'Score', description: 'From 0 to 100: 0.45 · fit + 0.55 · intent − risk.' }),
    fit: Type.Number({ title: 'Fit', description: 'How well the company suits, from 0 to 100.' }),
    intent: Type.Number({ title: 'Intent', description: 'How ready it is to buy, from 0 to 100.' }),
    risk: Type.Number({
      title: 'Risk',
      description: 'What is taken from the score; 0 if nothing speaks against the lead.'
    }),
    signals: Type.Integer({ title: 'Phrases', description: 'Phrases that were read.' }),
    recognised: Type.Integer({ title: 'Phrases understood', description: 'Phrases that were read and understood.' }),
    confidence: Type.Number({
      title: 'Confidence',
      description: 'From 0 to 1: the share of phrases that are known, less for fewer than three; 0.2 without phrases.'
    }),
    delta: Type.Optional(
      Type.Integer({
        title: 'Change of the score',
        description: 'This score less the last one. Left out if there is none.'
      })
    )
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
  intents: intents.score_lead,
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
    const { signals, icp, competitors, email, domain, employees } = input
    const facts = { company, signals, icp, competitors, email, domain, employees, isDisqualified: score.isDisqualified }
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
  readonly competitors?: string
  readonly email?: string
  readonly domain?: string
  readonly employees?: number
}

/** What was sent, with the signals of the last score and what else was said then and is not said again. */
function withStored<Sent extends SentFacts>(sent: Sent, stored: Lead | undefined) {
  const { signals = '', icp, competitors, email, domain, employees } = stored ?? {}
  const facts = {
    ...(icp !== undefined && { icp }),
    ...(competitors !== undefined && { competitors }),
    ...(email !== undefined && { email }),
    ...(domain !== undefined && { domain }),
    ...(employees !== undefined && { employees })
  }
  return { ...facts, ...sent, signals }
}
