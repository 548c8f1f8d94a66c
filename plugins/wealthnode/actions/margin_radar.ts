import { CLOCK, defineAction, SETTINGS, Type } from '@product-host/sdk'
import { LedgerVerifier } from '../ledger/verification.js'
import { LedgerDays, windowOf } from '../radar/days.js'
import { analyse, marginRadarViews, metricsOf, RadarDetail, RadarMetrics, summaryOf } from '../radar/radar.js'
import { readSettings } from '../settings.js'
import intents from './intents.json' with { type: 'json' }

const asOf = '^[0-9]{4}-[0-9]{2}-[0-9]{2}([Tt ][0-9:.]{5,18}([Zz]|[+-][0-9]{2}:[0-9]{2}))?$'

/** Sums up the margin of the last days, what moves it, and where the month is heading. */
export const margin_radar = defineAction({
  title: 'Look at margin, trend and budget',
  description:
    'Margin, trend, unusual days, drift, what made the cost change, and a forecast of the month, from the days of the ledger.',
  effect: 'read',
  idempotent: true,
  input: Type.Object({
    days: Type.Integer({
      title: 'Days',
      minimum: 7,
      maximum: 180,
      default: 30,
      description: 'How many days, the last one included.'
    }),
    groupBy: Type.Union(
      [Type.Literal('none'), Type.Literal('model'), Type.Literal('customer'), Type.Literal('feature')],
      {
        default: 'none',
        title: 'Group by',
        description: 'Lists the ten models, customers or features with the worst margin.'
      }
    ),
    asOf: Type.Optional(
      Type.String({
        pattern: asOf,
        title: 'Until',
        description: 'The last day, such as 2026-01-31, or a time in it. Without it: today.'
      })
    ),
    verify: Type.Boolean({
      default: false,
      title: 'Verify the ledger',
      description: 'If on, every entry is checked against the hash chain, and every stored sum against its entries.'
    })
  }),
  detail: Type.Object(RadarDetail.properties, { 'x-view': marginRadarViews }),
  metrics: RadarMetrics,
  examples: [
    { title: 'The last 30 days', input: {} },
    { title: 'The worst customers of a quarter', input: { days: 90, groupBy: 'customer' } },
    { title: 'Is the ledger as it was booked', input: { days: 7, verify: true } }
  ],
  intents: intents.margin_radar,
  timeoutMs: 60_000,
  needs: { days: LedgerDays, verifier: LedgerVerifier, settings: SETTINGS, clock: CLOCK },

  async run(input, { days, verifier, settings, clock, signal }) {
    const terms = readSettings(settings)
    const window = windowOf(input.days, input.asOf, clock.now(), terms.timeZone)
    const dimension = input.groupBy === 'none' ? undefined : input.groupBy
    const verification = input.verify ? { verification: await verifier.verify(signal) } : {}
    const detail = analyse({ window, ...(await days.read(window, dimension, signal)), ...verification }, terms)
    return { summary: summaryOf(detail, terms), metrics: metricsOf(detail), detail }
  }
})
