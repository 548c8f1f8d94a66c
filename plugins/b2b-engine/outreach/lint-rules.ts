import type { Channel } from './brief.js'
import { inventionsIn } from './inventions.js'
import {
  cliches,
  hardestGrade,
  optOutPhrases,
  spamPhrases,
  unreadableGrade,
  type weights,
  wordLimits
} from './lint-table.js'
import { type Message, noteLimits } from './message.js'
import { countWords, fitsSubject, readingGrade, wordsOf } from './words.js'

/** What a rule says of a message. */
export interface Verdict {
  readonly level: 'pass' | 'warn' | 'fail'
  readonly message: string
}

/** A rule with its name. */
export interface Rule {
  readonly name: keyof typeof weights
  /** `given` is all that the sender gave. */
  readonly judge: (message: Message, given: readonly string[]) => Verdict
  /** Whether names of people and companies count as well. */
  readonly readsNames?: true
}

const anySpam = anyOf(spamPhrases)
const anyCliche = anyOf(cliches)

const shared: readonly Rule[] = [
  { name: 'words', judge: judgeWords, readsNames: true },
  { name: 'questions', judge: judgeQuestions },
  { name: 'links', judge: judgeLinks },
  { name: 'pronouns', judge: judgePronouns },
  { name: 'reading_grade', judge: judgeGrade, readsNames: true },
  { name: 'exclamation', judge: judgeExclamation },
  { name: 'spam_phrases', judge: message => judgePhrases(message, anySpam, 'fail') },
  { name: 'cliches', judge: message => judgePhrases(message, anyCliche, 'warn') },
  { name: 'placeholder', judge: judgePlaceholder, readsNames: true },
  { name: 'invented', judge: judgeInvented, readsNames: true }
]

/** The rules of each channel, in the order in which they are told. */
export const rulesOf: Readonly<Record<Channel, readonly Rule[]>> = {
  email: [
    { name: 'subject', judge: judgeSubject, readsNames: true },
    ...shared,
    { name: 'opt_out', judge: judgeOptOut, readsNames: true }
  ],
  linkedin: [...shared, { name: 'length', judge: judgeLength, readsNames: true }]
}

function judgeWords({ body, channel }: Message): Verdict {
  const count = countWords(body)
  const { fewest, good, most } = wordLimits[channel]
  const [least, largest] = good
  const said = `${count} words; ${least} to ${largest} read best`
  if (count < fewest || count > most) return fail(said)
  return count < least || count > largest ? warn(said) : pass(`${count} words`)
}

function judgeSubject({ subject = '' }: Message): Verdict {
  if (/^\s*(?:re|fwd?|aw|wg)\s*:/i.test(subject)) return fail('the subject pretends to answer a mail')
  if (!fitsSubject(subject)) return warn('a subject of 2 to 5 words and at most 40 characters is read whole')
  return pass('short enough to be read whole')
}

function judgeQuestions({ body }: Message): Verdict {
  const count = body.split('?').length - 1
  if (count === 1) return pass('one question')
  return count > 2 ? fail(`${count} questions; one is answered`) : warn(`${count} questions; one is answered`)
}

function judgeLinks({ body }: Message): Verdict {
  const count = body.match(/https?:\/\/|\bwww\./gi)?.length ?? 0
  return count > 1 ? fail(`${count} links; one at most`) : pass(count === 0 ? 'no link' : 'one link')
}

function judgePronouns({ body }: Message): Verdict {
  const words = wordsOf(body.toLowerCase().replaceAll('’', "'")).map(word => word.replace(/'.*$/, ''))
  const reader = words.filter(word => ['you', 'your', 'yours', 'yourself'].includes(word)).length
  const sender = words.filter(word => ['i', 'we', 'my', 'our', 'me', 'us', 'mine', 'ours'].includes(word)).length
  const said = `${reader} of the reader, ${sender} of the sender`
  return reader >= sender ? pass(said) : warn(`${said}; write about the reader`)
}

function judgeGrade({ body }: Message): Verdict {
  const grade = readingGrade(body)
  const said = `school grade ${grade.toFixed(1)} by Flesch and Kincaid`
  if (grade <= hardestGrade) return pass(said)
  return grade > unreadableGrade ? fail(`${said}; far too hard to read`) : warn(`${said}; ${hardestGrade} reads easily`)
}

function judgeExclamation(message: Message): Verdict {
  const count = wholeText(message).split('!').length - 1
  if (count === 0) return pass('no exclamation mark')
  return count > 1 ? fail(`${count} exclamation marks`) : warn('an exclamation mark')
}

function judgePhrases(message: Message, phrases: RegExp, level: 'warn' | 'fail'): Verdict {
  const text = wholeText(message).toLowerCase().replaceAll('’', "'")
  const found = new Set([...text.matchAll(phrases)].map(([phrase]) => `"${phrase}"`))
  return found.size === 0 ? pass('none found') : { level, message: `found ${[...found].join(', ')}` }
}

function judgePlaceholder(message: Message): Verdict {
  const places = /\{[^}\n]*\}|\[[^\]\n]*\]|<[a-z][^>\n]*>|\bx{3,}\b|\btb[dc]\b|\blorem ipsum\b/i
  const found = places.exec(wholeText(message))
  return found ? fail(`"${found[0].slice(0, 40)}" is still to be filled in`) : pass('nothing is left to fill in')
}

function judgeInvented(message: Message, given: readonly string[]): Verdict {
  const found = inventionsIn(wholeText(message), given)
  return found.length === 0
    ? pass('states no figure and no name that was not given')
    : fail(`not given: ${found.slice(0, 5).join(', ')}`)
}

function judgeOptOut({ body }: Message): Verdict {
  const text = body.toLowerCase()
  return optOutPhrases.some(phrase => text.includes(phrase))
    ? pass('the reader is let out')
    : fail('no line lets the reader out')
}

function judgeLength({ body, short = '' }: Message): Verdict {
  const said = `${body.length} of ${noteLimits.long} characters, ${short.length} of ${noteLimits.short} in the short form`
  return body.length > noteLimits.long || short.length > noteLimits.short ? fail(said) : pass(said)
}

/** Any of the phrases as whole words; "carefree" is not "free", and neither is "hands-free". */
function anyOf(phrases: readonly string[]): RegExp {
  const longestFirst = phrases.toSorted((one, other) => other.length - one.length)
  return new RegExp(`(?<![a-z0-9-])(?:${longestFirst.join('|')})(?![a-z0-9])`, 'g')
}

function wholeText({ subject = '', body, short = '' }: Message): string {
  return [subject, body, short].join('\n')
}

function pass(message: string): Verdict {
  return { level: 'pass', message }
}

function warn(message: string): Verdict {
  return { level: 'warn', message }
}

function fail(message: string): Verdict {
  return { level: 'fail', message }
}
