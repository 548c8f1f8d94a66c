import { defineAction, Type, type View } from '@product-host/sdk'
import { counted } from '@product-host/toolkit/numbers'
import { type Lead, Leads } from '../records.js'
import { tierOf } from '../scoring/score.js'

const views: readonly View[] = [
  {
    view: 'table',
    items: '/leads',
    columns: ['/company', '/tier', '/score', '/change', '/signals', '/scoredAt'],
    status: '/tier',
    tones: { hot: 'good', warm: 'info', cool: 'plain', cold: 'plain' },
    opens: { action: 'draft_outreach', input: { companyName: '/company' } }
  }
]

/** The leads that were scored last, the best first; what the page of the product shows. */
export const scored_leads = defineAction({
  title: 'Scored leads',
  description: 'The leads that were scored last with their newest score, the best first.',
  effect: 'read',
  internal: true,
  input: Type.Object({
    limit: Type.Integer({
      minimum: 1,
      maximum: 100,
      default: 50,
      title: 'Limit',
      description: 'How many of the leads scored last.'
    })
  }),
  detail: Type.Object(
    {
      leads: Type.Array(
        Type.Object({
          company: Type.String({ title: 'Company' }),
          tier: Type.Enum(['hot', 'warm', 'cool', 'cold'], { title: 'Tier' }),
          score: Type.Integer({ title: 'Score' }),
          change: Type.Optional(Type.Integer({ title: 'Change', description: 'Points since the score before.' })),
          signals: Type.String({ title: 'Signals' }),
          scoredAt: Type.String({ title: 'Scored', format: 'date-time' })
        }),
        { title: 'Leads' }
      )
    },
    { 'x-view': views }
  ),
  metrics: Type.Object({ leads: Type.Integer({ title: 'Leads' }), hot: Type.Integer({ title: 'Hot leads' }) }),
  examples: [{ title: 'The leads scored last', input: {} }],
  needs: { leads: Leads },

  async run({ limit }, { leads }) {
    const latest = await leads.latest(limit)
    const scored = latest.flatMap(shown).sort((one, other) => other.score - one.score)
    const hot = scored.filter(({ tier }) => tier === 'hot').length
    return {
      summary:
        scored.length === 0 ? 'No lead was scored yet.' : `${counted(scored.length, 'lead')}, ${hot} of them hot.`,
      metrics: { leads: scored.length, hot },
      detail: { leads: scored }
    }
  }
})

function shown({ company, signals, scores: [newest, before] }: Lead) {
  if (!newest) return []
  const { score, at } = newest
  const change = before && { change: score - before.score }
  return [{ company, tier: tierOf(score), score, ...change, signals, scoredAt: at }]
}
