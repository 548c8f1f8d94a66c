import { turned } from '../text/choose.js'
import { fill, isFillable } from '../text/template.js'
import { headingSentence, type Subject } from '../topic/subject.js'
import type { Tone } from './copy.js'
import { type Archetype, choiceHooks, type Hooks, newsHooks, topicHooks } from './hooks.js'

/** What a first line is chosen by. */
export interface HookQuestion {
  readonly subject: Subject
  readonly tone: Tone
  readonly values: Readonly<Record<string, string>>
  readonly without: readonly Archetype[]
  readonly fits: (hook: string) => boolean
  readonly seed: string
}

/** First lines in the order in which they are to be taken, of every archetype one; the topic itself where its wording allows no other. */
export function hooksFor({ subject, tone, values, without, fits, seed }: HookQuestion): readonly string[] {
  const bank = bankFor(subject)[tone]
  const chosen = turned(Object.entries(bank), seed).flatMap(([archetype, sentences]) => {
    if (without.some(each => each === archetype)) return []
    const filled = turned(sentences, `${seed} ${archetype}`)
      .filter(sentence => isFillable(sentence, values))
      .map(sentence => fill(sentence, values))
    return filled.filter(fits).slice(0, 1)
  })
  return chosen.length > 0 ? chosen : [headingSentence(subject)]
}

/** The bank for a topic; empty where only the topic's own wording can stand. */
function bankFor({ intent, noun, sides, topic }: Subject): Readonly<Record<Tone, Hooks>> {
  const none = { plain: {}, bold: {}, friendly: {}, expert: {} }
  if (noun === undefined) return none
  if (sides) return choiceHooks
  if (intent === 'how-to' || intent === 'list') return topicHooks
  return intent === 'announcement' && noun.toLowerCase() === topic.toLowerCase() ? newsHooks : none
}
