import type { ActionDescription } from '../../api/products.js'
import { Badge } from '../../parts/values.js'

const effects = {
  read: ['Reads only', 'plain'],
  write: ['Changes your data', 'info'],
  external: ['Calls other services', 'warning']
} as const

/** What an action does, or what a step of a plan would do. */
export function EffectBadge({ effect }: { readonly effect: ActionDescription['effect'] }) {
  const [text, tone] = effects[effect]
  return <Badge tone={tone}>{text}</Badge>
}
