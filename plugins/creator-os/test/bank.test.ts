import t from 'tap'
import { checks, keyMessages, lessons, manners, practiceAsks, proofs } from '../dist/briefs/advice.js'
import { choiceAngles, sentenceAngles, topicAngles } from '../dist/briefs/angles.js'
import { discovery } from '../dist/briefs/discovery.js'
import { outlines } from '../dist/briefs/outlines.js'
import { readerQuestions } from '../dist/briefs/questions.js'
import { addresses, bridges, goalAsks, linkLeads, pointQuestions, tryAsks } from '../dist/copy/closings.js'
import type { Copy, Tone } from '../dist/copy/copy.js'
import { type Framework, frameworks, stepsInFramework } from '../dist/copy/frameworks.js'
import { choiceHooks, newsHooks, topicHooks } from '../dist/copy/hooks.js'
import type { Request } from '../dist/copy/request.js'
import { valuesFor } from '../dist/copy/values.js'
import { blocksOf } from '../dist/layout/forms.js'
import { headings } from '../dist/layout/headings.js'
import { rulerFor } from '../dist/length/ruler.js'
import { lint } from '../dist/lint/lint.js'
import { slop } from '../dist/lint/slop.js'
import { findPlatform } from '../dist/platforms/platform.js'
import { fill } from '../dist/text/template.js'
import { headingSentence, readSubject, type Subject } from '../dist/topic/subject.js'

const tones: readonly Tone[] = ['plain', 'bold', 'friendly', 'expert']
const { platform } = findPlatform('linkedin')
const audience = 'small teams'
const link = 'https://example.com/more'

/** Every text of a bank, however deep. */
function texts(bank: unknown): readonly string[] {
  if (typeof bank === 'string') return [bank]
  return typeof bank === 'object' && bank !== null ? Object.values(bank).flatMap(texts) : []
}

const drafts = [
  topicHooks,
  choiceHooks,
  newsHooks,
  frameworks,
  addresses,
  bridges,
  goalAsks,
  linkLeads,
  pointQuestions,
  tryAsks,
  headings
]
const briefs = [
  checks,
  keyMessages,
  lessons,
  manners,
  practiceAsks,
  proofs,
  topicAngles,
  choiceAngles,
  sentenceAngles,
  discovery,
  outlines,
  readerQuestions
]

/** The hooks that a topic can get in a tone. */
function hooksOf(subject: Subject, tone: Tone): readonly string[] {
  if (subject.sides) return texts(choiceHooks[tone])
  if (subject.noun === undefined) return []
  return texts(subject.intent === 'announcement' ? newsHooks[tone] : topicHooks[tone])
}

/** Every way in which a text about a topic can end. */
function closingsOf(tone: Tone, { question }: Framework): readonly string[] {
  const leads = texts(Object.values(linkLeads).map(lead => lead[tone])).map(lead => `${lead} ${link}`)
  return [question, goalAsks.sell[tone], goalAsks.announce[tone], tryAsks[tone], ...leads]
}

function* everyCopy(subject: Subject): Generator<Copy> {
  const values = valuesFor(subject, audience, { count: 3, units: 'steps' })
  const paragraph = (part: 'problem' | 'stakes' | 'mistake', text: string) => ({
    part,
    paragraphs: [fill(text, values)],
    items: [],
    isOrdered: false
  })
  for (const tone of tones) {
    const own = hooksOf(subject, tone)
    for (const hook of own.length > 0 ? own.map(each => fill(each, values)) : [headingSentence(subject)]) {
      for (const framework of frameworks[subject.intent]) {
        const { problem, stakes, steps, mistake } = framework
        const items = steps.map(({ title, detail }) => ({ title: fill(title, values), detail: fill(detail, values) }))
        const sections = [
          paragraph('problem', problem),
          paragraph('stakes', stakes),
          { part: 'steps' as const, paragraphs: [], items, isOrdered: true },
          paragraph('mistake', mistake)
        ]
        for (const closing of closingsOf(tone, framework)) {
          const address = hook.includes(audience) ? '' : fill(addresses[tone], values)
          yield {
            hook,
            plainHook: hook,
            address,
            bridge: '',
            sections,
            closing: fill(closing, values),
            plainClosing: ''
          }
        }
      }
    }
  }
}

t.test('the linter finds nothing in any combination of hook, framework and ending', async t => {
  const topics = [
    'Remote onboarding',
    'how to price a product',
    'Postgres vs MySQL',
    'Why we moved',
    'Dark mode is here',
    'Our new API',
    'How we cut churn'
  ]
  let count = 0
  const found = new Map<string, string>()
  for (const topic of topics) {
    const goal = topic === 'Our new API' ? 'announce' : 'educate'
    const request: Request = { topic, audience, link, points: [], keywords: [], goal, tone: 'plain' }
    for (const copy of everyCopy(readSubject(topic, goal))) {
      count++
      const post = blocksOf('post', copy, []).join('\n\n')
      for (const { rule, level, message } of lint({
        posts: [post],
        hook: copy.hook,
        hashtags: ['#A', '#B', '#C'],
        platform,
        ruler: rulerFor(platform),
        request
      }))
        if (level !== 'pass') found.set(`${rule}: ${message}`, post)
    }
  }
  t.strictSame(Object.fromEntries(found), {})
  t.ok(count > 2000, `${count} combinations`)
})

t.test('no text of a bank has a worn-out turn, a figure, a name or an exclamation mark', async t => {
  const plain = texts([drafts, briefs]).map(text => text.replaceAll(/\{\w+\}/g, 'topic'))
  t.ok(plain.length > 400, `${plain.length} texts`)
  const worn = plain.filter(text => slop.some(({ pattern }) => pattern.test(text.toLowerCase())))
  const loud = plain.filter(text =>
    /[!—\d%£$€]|\b(?:most (?:people|teams|companies|of)|many (?:people|teams|companies)|always|never|everyone knows|guarantee|proven|studies|research|experts)\b/i.test(
      text
    )
  )
  t.strictSame(worn, [])
  t.strictSame(loud, [])
  t.strictSame(
    plain.filter(text => text.includes('’')),
    []
  )
})

t.test('no verb of a bank has to agree with a topic, which may be one thing or many', async t => {
  const agreeing =
    /(?:^|[.?] |, )\{(?:noun|audience|first|second)\} (?:is|are|was|were|has|have|does|do|goes|go|looks|look|comes|needs|need|matters|works)\b/i
  const asking = /\b(?:is|are|was|were|has|have|does|do) \{(?:noun|audience|reader)\}/i
  const bad = texts([drafts, briefs]).filter(text => agreeing.test(text) || asking.test(text))
  t.strictSame(bad, [])
})

t.test('every framework has as many steps as first lines may promise', async t => {
  t.ok(
    Object.values(frameworks)
      .flat()
      .every(({ steps }) => steps.length === stepsInFramework)
  )
})

t.test('every text of a bank ends as a sentence or leads on', async t => {
  const sentences = texts([
    topicHooks,
    choiceHooks,
    newsHooks,
    frameworks,
    goalAsks,
    tryAsks,
    addresses,
    pointQuestions,
    briefs
  ])
  const kinds = ['contrarian', 'how-to', 'story']
  const headingsOfOutlines = new Set(
    texts(Object.values(outlines).flatMap(sections => sections.map(({ heading }) => heading)))
  )
  const discoveryHeadings = new Set<string>(discovery.outline.map(({ heading }) => heading))
  const open = sentences.filter(
    text =>
      !/[.?]$/.test(text) && !kinds.includes(text) && !headingsOfOutlines.has(text) && !discoveryHeadings.has(text)
  )
  t.strictSame(open, [])
  t.ok(texts([linkLeads, bridges]).every(text => text.endsWith(':')))
})
