import { groups } from '../signals/groups.js'
import { splitSignals } from '../signals/phrases.js'
import { type Hit, readPhrase } from '../signals/reading.js'
import { type Hook, hooks } from './hooks.js'

/** What signals give a message. */
export interface SignalChoice {
  /** The phrase that speaks most for the lead, freshness counted, and how a message opens on it. */
  readonly top?: { readonly phrase: string; readonly hook: Hook }
  /** The signals say that the lead is not to be contacted. */
  readonly isDisqualified: boolean
}

/** Chooses the signal that messages open on. Throws `InvalidInput` for too many or too long phrases. */
export function chooseSignal(signals: string, now: number): SignalChoice {
  const hits = splitSignals(signals).flatMap(phrase => readPhrase(phrase, now))
  const [best] = hits.flatMap(withHook).toSorted((one, other) => other.hit.worth - one.hit.worth)
  return {
    ...(best && { top: { phrase: best.hit.phrase, hook: best.hook } }),
    isDisqualified: hits.some(({ disqualifies }) => disqualifies)
  }
}

function withHook(hit: Hit): readonly { readonly hit: Hit; readonly hook: Hook }[] {
  const hook = hooks[hit.id]
  return hook && hit.worth > 0 && groups[hit.group].dimension !== 'risk' ? [{ hit, hook }] : []
}
