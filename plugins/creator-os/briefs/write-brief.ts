import { goalAsks } from '../copy/closings.js'
import type { Tone } from '../copy/copy.js'
import { frameworks } from '../copy/frameworks.js'
import { valuesFor } from '../copy/values.js'
import { rake } from '../keywords/rake.js'
import { turned } from '../text/choose.js'
import { fill, isFillable } from '../text/template.js'
import { asSentence } from '../text/tidy.js'
import type { Goal } from '../topic/intent.js'
import type { Subject } from '../topic/subject.js'
import { anyReader, checks, keyMessages, lessons, manners, practiceAsks, proofs } from './advice.js'
import { type Angle, choiceAngles, sentenceAngles, topicAngles } from './angles.js'
import type { BriefContent } from './content.js'
import { discovery } from './discovery.js'
import { outlines } from './outlines.js'
import { readerQuestions } from './questions.js'

/** Most keywords that a brief names. */
const mostKeywords = 15

/** What a brief is asked to be about. */
export interface BriefRequest {
  readonly audience?: string
  readonly goal: Goal
  readonly tone: Tone
  readonly keywords: readonly string[]
  readonly points: readonly string[]
}

/** Writes a brief for a topic by the rules; the same seed chooses the same wordings. */
export function writeBrief(subject: Subject, request: BriefRequest, seed: string): BriefContent {
  const { goal, tone, audience, keywords, points } = request
  const basic = valuesFor(subject, audience)
  const stop = asSentence(subject.heading).slice(subject.heading.length)
  const values = { ...basic, reader: basic.audience ?? anyReader, stop }
  const filled = (sentences: readonly string[]) => sentences.map(sentence => fill(sentence, values))
  return {
    angles: anglesFor(subject).map(({ kind, idea, hooks }) => {
      const possible = turned(hooks, `${seed} ${kind}`).filter(hook => isFillable(hook, values))
      return { kind, idea, hook: fill(possible[0] ?? '{Heading}{stop}', values) }
    }),
    keyMessage: fill(goal === 'educate' ? lessons[subject.intent] : keyMessages[goal], values),
    outline: outlines[subject.intent].map(({ heading, note }) => ({
      heading: fill(heading, values),
      note: fill(note, values)
    })),
    questions: filled(readerQuestions[subject.intent]),
    keywords: keywordsFor(subject, keywords, points),
    proofNeeded: [...points.map(point => `A source for: ${asSentence(point)}`), ...filled(proofs[subject.intent])],
    cta: fill(askFor(subject, goal, tone), values),
    do: [...manners[goal].do],
    avoid: [...manners[goal].avoid],
    checks: [...checks]
  }
}

/** A brief for finding a topic. */
export function discoveryBrief({ goal, keywords, points }: BriefRequest): BriefContent {
  return {
    angles: discovery.angles.map(angle => ({ ...angle })),
    keyMessage: discovery.keyMessage,
    outline: discovery.outline.map(section => ({ ...section })),
    questions: [...discovery.questions],
    keywords: keywordsOf([...keywords, ...phrasesOf(points)]),
    proofNeeded: [...points.map(point => `A source for: ${asSentence(point)}`), ...discovery.proofNeeded],
    cta: discovery.cta,
    do: [...manners[goal].do],
    avoid: [...manners[goal].avoid],
    checks: [...checks]
  }
}

function anglesFor({ noun, sides, intent }: Subject): readonly Angle[] {
  if (sides) return choiceAngles
  return noun === undefined || intent === 'announcement' ? sentenceAngles[intent] : topicAngles
}

function askFor({ intent }: Subject, goal: Goal, tone: Tone): string {
  if (goal === 'sell' || goal === 'announce') return goalAsks[goal][tone]
  return intent === 'how-to' || intent === 'list'
    ? practiceAsks[goal]
    : (frameworks[intent][0]?.question ?? practiceAsks[goal])
}

function keywordsFor({ topic, noun, sides }: Subject, own: readonly string[], points: readonly string[]): string[] {
  const subject = sides ? `${sides.first}, ${sides.second}` : (noun ?? topic)
  return keywordsOf([...own, ...rake(subject), ...phrasesOf(points)])
}

/** What the points are about; single words of theirs say too little. */
function phrasesOf(points: readonly string[]): readonly string[] {
  return rake(points.join('. ')).filter(phrase => phrase.includes(' '))
}

function keywordsOf(phrases: readonly string[]): string[] {
  const isFirst = (phrase: string, index: number) =>
    phrases.findIndex(other => other.toLowerCase() === phrase.toLowerCase()) === index
  return phrases.filter(isFirst).slice(0, mostKeywords)
}
