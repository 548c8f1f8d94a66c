import type { Brief } from './brief.js'
import type { Draft } from './draft.js'
import { noOfferLines, offerLines, questions, replyQuestions } from './lines.js'
import type { Openings, Tone } from './opening.js'
import { directOpenings } from './openings/direct.js'
import { plainOpenings } from './openings/plain.js'
import { warmOpenings } from './openings/warm.js'
import { firstSubjects, plainSubject } from './subjects.js'
import { asSentence, capitalised, fill, variantOf } from './template.js'
import { fitsSubject } from './words.js'

/** The first message: what was seen of the reader, what tends to follow from it, the offer, and one question. */
export function firstMessage(brief: Brief): Draft {
  const { hook, tone, choices } = brief
  const values = valuesOf(brief)
  const opening = variantOf(openings[tone][hook.theme], choices(0))
  const observation = fill(opening.observation, values)
  const problem = fill(opening.problem, values)
  const offer = offerLine(brief)
  const asked = hook.theme === 'reply' ? replyQuestions : questions
  const question = fill(variantOf(asked[tone], choices(1)), values)
  return {
    subject: subjectOf(brief),
    versions: [
      [`${observation} ${problem}`, `${offer} ${question}`],
      [observation, `${offer} ${question}`],
      [`${observation} ${problem}`, question],
      [observation, question],
      [question]
    ]
  }
}

/** What the places of the bank's sentences are filled with. */
export function valuesOf({ company = 'your company', contactRole, hook }: Brief): Readonly<Record<string, string>> {
  const fact = hook.theme === 'access' && contactRole !== undefined ? `as ${contactRole}` : hook.fact
  return { company, fact, Fact: capitalised(fact), topic: hook.topic, Topic: capitalised(hook.topic) }
}

const openings: Readonly<Record<Tone, Openings>> = { plain: plainOpenings, warm: warmOpenings, direct: directOpenings }

/** The offer as it was given: by itself where it is a sentence of the sender's, else brought in by one of ours. */
function offerLine({ offer, tone, choices }: Brief): string {
  if (offer === undefined) return variantOf(noOfferLines[tone], choices(2))
  const sentence = asSentence(offer)
  if (/^(?:we|our|i|at|with|there)\b/i.test(offer)) return capitalised(sentence)
  return fill(variantOf(offerLines[tone], choices(2)), { offer: sentence })
}

function subjectOf(brief: Brief): string {
  const { company, tone, choices } = brief
  const templates = [0, 1, 2].map(place => variantOf(firstSubjects[tone], choices(3) + place))
  const usable = templates.filter(template => company !== undefined || !template.includes('{company}'))
  return usable.map(template => fill(template, valuesOf(brief))).find(fitsSubject) ?? plainSubject
}
