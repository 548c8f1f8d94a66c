import { Type } from '@product-host/sdk'
import type { ListForm } from '../text/lists.js'

/** Facts that a text is made of. */
export const pointsForm: ListForm = { maxItems: 10, maxLength: 240, separator: /[\n;]/ }
/** Words that a text is to be found by. */
export const keywordsForm: ListForm = { maxItems: 15, maxLength: 50, separator: /[,\n]/ }
/** Names of platforms. */
export const platformsForm: ListForm = { maxItems: 12, maxLength: 64, separator: /[,\n]/ }

/** What a text is for. */
export const Goal = Type.Enum(['educate', 'sell', 'engage', 'announce'], { default: 'educate' })
/** How a text is to sound. */
export const Tone = Type.Enum(['plain', 'bold', 'friendly', 'expert'], { default: 'plain' })
/** Whether the rules or the operator's model wrote a text. */
export const Engine = Type.Enum(['rules', 'model'])
/** Why the model's answer was not used. */
export const FallbackReason = Type.Optional(
  Type.String({
    description: 'Why the model was not used: timeout, unavailable, bad_answer, not_configured or lint_failed.'
  })
)
/** Milliseconds for an action that may ask the model, which has 12 seconds of its own. */
export const modelTimeoutMs = 20_000
