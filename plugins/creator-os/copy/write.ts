import { turned } from '../text/choose.js'
import { fill } from '../text/template.js'
import { asSentence, capitalised } from '../text/tidy.js'
import { headingSentence, type Subject } from '../topic/subject.js'
import { addresses, bridges, goalAsks, linkLeads, pointQuestions, tryAsks } from './closings.js'
import type { Copy, Section } from './copy.js'
import { type Framework, frameworks } from './frameworks.js'
import { hooksFor } from './hook.js'
import type { Request } from './request.js'
import { valuesFor } from './values.js'

/** What a text is written by, beside what was asked. */
export interface Occasion {
  readonly subject: Subject
  /** Whether a first line fits what is seen of it. */
  readonly fitsFold: (hook: string) => boolean
  /** What choices between wordings hang on. */
  readonly seed: string
  /** 0 for the first draft; each further one begins with another kind of first line. */
  readonly variant: number
}

/** Writes by the rules: the author's points where there are any, otherwise advice that states nothing about the topic. */
export function writeCopy(request: Request, { subject, fitsFold, seed, variant }: Occasion): Copy {
  const { points, tone, audience } = request
  const hasPoints = points.length > 0
  const framework = turned(frameworks[subject.intent], `${seed} framework`)[variant % frameworks[subject.intent].length]
  if (!framework) throw new Error(`There is no framework for the intent "${subject.intent}".`)
  const items = hasPoints
    ? { count: points.length, units: 'points' }
    : { count: framework.steps.length, units: 'steps' }
  const values = valuesFor(subject, audience, items)
  const hooks = hooksFor({
    subject,
    tone,
    values,
    without: hasPoints ? ['mistake'] : [],
    fits: fitsFold,
    seed
  })
  const hook = hooks[variant % hooks.length] ?? headingSentence(subject)
  const isAddressed = hook.includes(values.audience ?? audience)
  return {
    hook,
    plainHook: headingSentence(subject),
    address: isAddressed ? '' : fill(addresses[tone], values),
    bridge: points.length > 1 ? (turned(bridges[tone], seed)[0] ?? '') : '',
    sections: hasPoints ? [pointsSection(points, subject)] : frameworkSections(framework, values),
    closing: closingOf(request, subject, framework, values, seed),
    plainClosing: authorsClosing(request)
  }
}

/** What an author may have put in front of a point, since the list has signs of its own. */
const listSign = /^(?:[-•*–]|\d{1,2}[.)])\s+/

function pointsSection(points: readonly string[], { intent }: Subject): Section {
  const items = points.map(point => ({ title: asSentence(capitalised(point.replace(listSign, ''))), detail: '' }))
  return { part: 'points', paragraphs: [], items, isOrdered: intent === 'how-to' || intent === 'list' }
}

function frameworkSections(
  { problem, stakes, steps, mistake }: Framework,
  values: Readonly<Record<string, string>>
): readonly Section[] {
  const paragraph = (part: Section['part'], text: string) => ({
    part,
    paragraphs: [fill(text, values)],
    items: [],
    isOrdered: false
  })
  const items = steps.map(({ title, detail }) => ({ title: fill(title, values), detail: fill(detail, values) }))
  return [
    paragraph('problem', problem),
    paragraph('stakes', stakes),
    { part: 'steps', paragraphs: [], items, isOrdered: true },
    paragraph('mistake', mistake)
  ]
}

/** The call to action and the link, word for word. */
export function authorsClosing({ cta, link }: Request): string {
  if (cta === undefined) return link ?? ''
  return link === undefined || cta.includes(link) ? asSentence(cta) : `${asSentence(cta)} ${link}`
}

function closingOf(
  request: Request,
  { intent }: Subject,
  { question }: Framework,
  values: Readonly<Record<string, string>>,
  seed: string
): string {
  const { cta, link, goal, tone, points } = request
  if (cta) return authorsClosing(request)
  if (link) return `${fill(linkLeads[goal][tone], values)} ${link}`
  if (goal === 'sell' && intent === 'announcement') return tryAsks[tone]
  if (goal === 'sell' || goal === 'announce') return fill(goalAsks[goal][tone], values)
  const isPractice = intent === 'how-to' || intent === 'list'
  const own = points.length > 0 && isPractice ? turned(pointQuestions[tone], seed)[0] : question
  return fill(own ?? question, values)
}
