import { CLOCK, defineAction, Type } from '@product-host/sdk'
import { CompanyName, DomainText, EmailText, Signals, tidy } from '../fields.js'
import { Leads } from '../leads.js'
import { rounded } from '../rounding.js'
import { assess } from '../scoring/assessment.js'
import { Contribution, contributionsOf } from '../scoring/contributions.js'
import { nextActionFor } from '../scoring/judgement.js'
import { bestRaises } from '../scoring/raise.js'
import { summarise } from '../scoring/summary.js'
import { slugOf } from '../slug.js'
import { scoreLeadAsks } from './asks.js'

/** Scores a lead from what is known of it, with every point explained, and keeps the score. */
export const score_lead = defineAction({
  title: 'Score a lead',
  description:
    'Scores a lead from 0 to 100 by its signals, names tier, grade and next action, and explains every point.',
  effect: 'write',
  input: Type.Object({
    companyName: CompanyName,
    signals: Signals,
    icp: Type.Optional(
      Type.String({ maxLength: 1000, description: 'Keywords of your ideal customer, split by commas, at most 20.' })
    ),
    email: Type.Optional(EmailText),
    domain: Type.Optional(DomainText),
    employees: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
    asOf: Type.Optional(
      Type.String({ maxLength: 40, description: 'The time that ages count from, ISO 8601; now when left out.' })
    )
  }),
  detail: Type.Object({
    company: Type.String(),
    slug: Type.String(),
    score: Type.Integer(),
    tier: Type.Enum(['hot', 'warm', 'cool', 'cold']),
    grade: Type.String({ description: 'Fit A to D, intent 1 to 4.' }),
    nextAction: Type.Enum(['call today', 'sequence', 'nurture', 'drop']),
    disqualified: Type.Boolean({ description: 'The signals say that this lead is not to be contacted.' }),
    contributions: Type.Array(Contribution, { description: 'Their points add up to the score.' }),
    unrecognised: Type.Array(Type.String()),
    missing: Type.Array(Type.String(), { description: 'Kinds of evidence of which there is none.' }),
    whatWouldRaiseIt: Type.Array(Type.Object({ group: Type.String(), phrase: Type.String(), points: Type.Integer() }), {
      description: 'The three kinds of evidence that would raise the score most, with the points each would add.'
    }),
    previous: Type.Optional(Type.Object({ score: Type.Integer(), at: Type.String(), delta: Type.Integer() })),
    confidence: Type.Number()
  }),
  metrics: Type.Object({
    score: Type.Integer(),
    fit: Type.Number(),
    intent: Type.Number(),
    risk: Type.Number(),
    signals: Type.Integer(),
    recognised: Type.Integer(),
    confidence: Type.Number(),
    delta: Type.Optional(Type.Integer())
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
    { title: 'A lead of which nothing is known', input: { companyName: 'Acme Ltd', signals: '' } }
  ],
  asks: scoreLeadAsks,
  needs: { leads: Leads, clock: CLOCK },

  async run(input, { leads, clock }) {
    const company = tidy(input.companyName)
    const slug = slugOf(company)
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
    const before = await leads.keep(slug, facts, figures)
    const previous = before && { score: before.score, at: before.at, delta: score.score - before.score }

    return {
      summary: summarise(company, assessment),
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
