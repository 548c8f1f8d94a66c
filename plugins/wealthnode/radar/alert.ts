import { type Static, Type } from '@product-host/sdk'

/** The worst first. */
export const severities = ['red', 'amber', 'info'] as const

/** Something to look at: the figure that gave rise to it and the limit that it passed. */
export const Alert = Type.Object({
  severity: Type.Union([Type.Literal('red'), Type.Literal('amber'), Type.Literal('info')]),
  code: Type.Union([
    Type.Literal('chain_broken'),
    Type.Literal('margin_negative'),
    Type.Literal('margin_below_floor'),
    Type.Literal('margin_below_target'),
    Type.Literal('over_budget'),
    Type.Literal('forecast_over_budget'),
    Type.Literal('cost_anomaly'),
    Type.Literal('cost_drift'),
    Type.Literal('unpriced_revenue')
  ]),
  message: Type.String(),
  evidence: Type.Object({
    measure: Type.String(),
    value: Type.Number(),
    limit: Type.Number(),
    date: Type.Optional(Type.String())
  })
})
export type Alert = Static<typeof Alert>

/** The colour of the worst alert; information alone is green. */
export function statusOf(alerts: readonly Alert[]): 'green' | 'amber' | 'red' {
  const worst = alerts[0]?.severity ?? 'info'
  return worst === 'info' ? 'green' : worst
}
