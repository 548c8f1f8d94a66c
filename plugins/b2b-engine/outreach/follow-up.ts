import type { Brief } from './brief.js'
import type { Draft } from './draft.js'
import { valuesOf } from './first-message.js'
import { type Angle, type FollowUp, followUps } from './follow-ups.js'
import type { Theme } from './opening.js'
import { asSentence, fill, variantOf } from './template.js'

/** A message after the first, on an angle of its own: the need, then the proof (an outline where none was given), then the break-up. */
export function followUp(brief: Brief, step: number): Draft {
  if (step === 2) return told(brief, needs[brief.hook.theme] ?? 'work', step)
  if (step === 4) return told(brief, 'breakUp', step)
  const outline = told(brief, 'outline', step)
  if (brief.proof === undefined) return outline
  const { subject, versions } = proven(brief, brief.proof, step)
  return { subject, versions: [...versions, ...outline.versions] }
}

/** What the second message speaks of, where it is not the daily work. */
const needs: Partial<Record<Theme, Angle>> = { reply: 'request', timing: 'decision', interest: 'decision' }

function told(brief: Brief, angle: Angle, step: number): Draft {
  const { subject, sentences, question } = written(brief, angle, step)
  const leading = sentences.map((_, index) => sentences.slice(0, sentences.length - index))
  return { subject, versions: [...leading.map(part => [part.join(' '), question]), [question]] }
}

function proven(brief: Brief, proof: string, step: number): Draft {
  const { subject, sentences, question } = written(brief, 'proof', step)
  const [intro, ...conclusion] = sentences
  const shown = asSentence(proof)
  return {
    subject,
    versions: [
      [intro, shown, conclusion.join(' '), question],
      [intro, shown, question],
      [shown, question]
    ]
  }
}

function written(brief: Brief, angle: Angle, step: number): FollowUp {
  const { subject, sentences, question } = variantOf(followUps[angle][brief.tone], brief.choices(step + 2))
  const [first, ...others] = sentences
  const inWords = (template: string) => fill(template, valuesOf(brief))
  return { subject, sentences: [inWords(first), ...others.map(inWords)], question: inWords(question) }
}
