import type { Dimension } from './groups.js'
import { contrasts, denialReach, denials, endings } from './negations.js'

/** Whether the words before the cue from `start` to `end` deny it, or, for an event, the words that end the phrase after it. */
export function deniesCue(text: string, start: number, end: number, dimension: Dimension): boolean {
  return deniesBefore(text.slice(0, start)) || (dimension === 'intent' && deniedAfter.test(text.slice(end)))
}

function deniesBefore(before: string): boolean {
  const words = before.split(/[^a-z0-9'-]+/).filter(word => word !== '')
  const near = words.slice(-denialReach)
  return near.slice(near.findLastIndex(word => contrasts.has(word)) + 1).some(word => denials.has(word))
}

/** A denying word that ends the phrase, but for a time: "cancelled", "was declined last week". */
const deniedAfter = new RegExp(
  `^ (?:(?:was|is|were|has been|been|got|request) ){0,2}(?:${endings.join('|')})(?: (?:today|yesterday|last \\w+|(?:in|since) .*|.* ago))?$`
)
