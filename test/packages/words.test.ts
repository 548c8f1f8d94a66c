import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { root } from '../fixtures/root.js'
import { type Source, sourcesOf } from './sources.js'

/** Words that somebody who searches for a thing would not think of, and what the thing is called instead. */
interface Avoided {
  readonly words: readonly string[]
  readonly use: string
  /** Where the word has this sense in names; everywhere unless said. */
  readonly within?: RegExp
  /** The files whose messages or text avoid it too, because it has no ordinary sense there; none unless said. */
  readonly inProse?: RegExp
}

const everywhere = /^/

const avoided: readonly Avoided[] = [
  { words: ['errand', 'errands'], use: 'system job', inProse: everywhere },
  { words: ['letter', 'letters'], use: 'e-mail', inProse: /^(README\.md|host\/)/ },
  { words: ['takeout', 'takeouts'], use: 'data export', inProse: everywhere },
  { words: ['fence', 'fences', 'prison'], use: 'resilience, isolation', inProse: everywhere },
  { words: ['stray', 'astray'], use: 'unhandled error', inProse: everywhere },
  { words: ['standing', 'standings'], use: 'status, state', inProse: everywhere },
  { words: ['kept'], use: 'stored, record' },
  { words: ['verdict', 'verdicts'], use: 'result', inProse: everywhere },
  { words: ['ground', 'grounds'], use: 'dependencies' },
  { words: ['place', 'places'], use: 'slot, permit' },
  { words: ['corner', 'corners'], use: 'namespace', inProse: everywhere },
  { words: ['whole'], use: 'dump', within: /^host\/(storage|cli)\// },
  { words: ['look', 'looks'], use: 'inspect', within: /^host\/(storage|cli|products)\// },
  { words: ['beyond'], use: 'prefixEnd' },
  { words: ['turn', 'turns'], use: 'mutex', within: /^(host\/storage|sdk\/runtime)\// },
  { words: ['walk', 'walks'], use: 'scan', inProse: everywhere },
  { words: ['lines'], use: 'jsonl, LOGGER', within: /^host\/storage\/|^sdk\/tokens/ },
  { words: ['wayout'], use: 'EGRESS', inProse: everywhere },
  { words: ['door', 'doors'], use: 'auth scheme, scope', inProse: everywhere },
  { words: ['exchange', 'exchanges'], use: 'RequestContext, RequestLog' },
  { words: ['journey', 'journeys', 'hop', 'hops', 'equipment'], use: 'Request, redirect, config' },
  { words: ['asking', 'answers'], use: 'rpc client, rpc server', within: /^host\/isolation\// },
  { words: ['noted'], use: 'LastUsedTracker' },
  { words: ['leave'], use: 'flushAndExit', within: /^host\/(start|cli)\// },
  { words: ['once'], use: 'idempotency', within: /^host\/execution\// },
  { words: ['book', 'books'], use: 'store', within: /^host\// },
  { words: ['tally', 'tallies'], use: 'Counter', inProse: everywhere },
  { words: ['bury', 'buries', 'buried'], use: 'deadLetter', inProse: everywhere },
  { words: ['news', 'begun', 'facts'], use: 'eventSync, pendingCheckouts, snapshot', within: /^host\/billing\// },
  {
    words: ['course', 'occasion', 'occasions', 'opening', 'openings', 'round', 'rounds'],
    use: 'state machine, trigger, claim, batch',
    within: /^plugins\/leadconnect\//
  },
  { words: ['tries'], use: 'attempts' },
  { words: ['courier', 'couriers'], use: 'sender', inProse: everywhere },
  { words: ['worry', 'worries', 'wish', 'wishes'], use: 'alerts, request' },
  { words: ['tidings'], use: 'news', inProse: everywhere },
  { words: ['asks', 'cue', 'cues'], use: 'intents, keywords', within: /^(host|sdk|plugins\/core)\// },
  { words: ['briefing', 'briefings'], use: 'overview', within: /^(host|sdk)\//, inProse: /^(README\.md|host\/|sdk\/)/ },
  { words: ['fault', 'faults'], use: 'issue' },
  { words: ['foreseen'], use: 'expected', inProse: everywhere },
  { words: ['judge', 'judges', 'judged'], use: 'validate', inProse: everywhere },
  { words: ['anew'], use: 'again', inProse: everywhere }
]

/** Names that are what others call them, or that callers and stores hold, each with why. */
const allowed: Readonly<Record<string, string>> = {
  'host/billing/plan.ts: BillingEvent.facts': 'every stored event of an account has this member',
  'host/jobs/job-store.ts: DeadLetter.kept': 'every stored dead letter has this member',
  'plugins/b2b-engine/scoring/weights.ts: letters': 'a grade has a letter',
  'plugins/core/memory/vocabulary.ts: lettersOf': 'a word of a text has letters',
  'plugins/toolkit/slug.ts: plainLetters': 'a word of a text has letters',
  'plugins/toolkit/text.ts: anyLetter': 'a word of a text has letters',
  'plugins/wealthnode/money.ts: placesOf': 'an amount has decimal places'
}

const isTest = /^plugins\/[^/]+\/test\//
const sources = (await Promise.all(['host', 'sdk', 'plugins'].map(folder => sourcesOf(folder))))
  .flat()
  .filter(({ path }) => !isTest.test(path))
const readme = { path: 'README.md', text: await readFile(join(root, 'README.md'), 'utf8') }
const prose = await Promise.all(['host', 'sdk', 'plugins'].map(folder => sourcesOf(folder, /(?<!CHANGELOG)\.md$/)))
const documents = [readme, ...prose.flat()]

const declared =
  /^export (?:default )?(?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm
const declaredBlock = /^export (?:abstract )?(?:class|interface|type) (\w+)[^\n]*\{\n(.*?)^\}/gms
const member =
  /^ {2}(?:(?:readonly|static|private|protected|public|async|override|get|set|abstract|declare) |\*)*#?([A-Za-z_]\w*)\??[(<:=;]/gm
const parameterProperty = /^ {4}(?:private |public |protected |readonly )+(\w+)/gm
const logCall = /\.(?:trace|debug|info|warn|error|fatal)\((?:[^()]|\([^()]*\))*\)/g
const metric = /'(product_host_\w+)'/g
const quoted = /'([^'\n]*)'|`([^`]*)`/g

/** The words of a name in camel, snake, kebab or any other case; letters of a script and dead letters have their usual names. */
function wordsOf(text: string): readonly string[] {
  const spaced = text.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
  const plain = spaced
    .toLowerCase()
    .replace(/(dead|lower-case|upper-case|capital|latin|ascii)[ _-]letter/g, '$1')
    .replace(/way[ _-]out/g, 'wayout')
  return plain.split(/[^a-z]+/)
}

/** What a file exports, the members of the classes and types that it exports, and the metrics that it names. */
function namesOf({ text }: Source): readonly string[] {
  const members = [...text.matchAll(declaredBlock)].flatMap(([, owner = '', body = '']) =>
    [...body.matchAll(member), ...body.matchAll(parameterProperty)].map(([, name = '']) => [owner, name] as const)
  )
  return [
    ...[...text.matchAll(declared)].map(([, name = '']) => name),
    ...[...text.matchAll(metric)].map(([, name = '']) => name),
    ...members.map(([owner, name]) => `${owner}.${name}`)
  ]
}

function messagesOf({ text }: Source): readonly string[] {
  return [...text.matchAll(logCall)].flatMap(([call]) =>
    [...call.matchAll(quoted)].map(([, plain, template]) => plain ?? template ?? '').filter(each => /\w \w/.test(each))
  )
}

/** A document without its code. */
function proseOf({ text }: Source): string {
  return text
    .replace(/^```.*?^```$/gms, '')
    .replace(/`[^`\n]*`/g, '')
    .replace(/\]\([^)]*\)/g, ']')
}

/** The avoided words in a text, with what to use. */
function avoidedIn(text: string, rules: readonly Avoided[]): readonly string[] {
  const words = wordsOf(text)
  return rules.flatMap(({ words: names, use }) =>
    names.filter(name => words.includes(name)).map(name => `"${name}", use ${use}`)
  )
}

function rulesFor(path: string): readonly Avoided[] {
  return avoided.filter(({ within }) => within === undefined || within.test(path))
}

function proseRulesFor(path: string): readonly Avoided[] {
  return avoided.filter(({ inProse }) => inProse?.test(path))
}

/** Everything that a rule is against. */
function found(): readonly string[] {
  const inNames = sources.flatMap(source =>
    namesOf(source)
      .filter(name => !(`${source.path}: ${name}` in allowed))
      .flatMap(name =>
        avoidedIn(name.split('.').at(-1) ?? name, rulesFor(source.path)).map(
          word => `${source.path}: ${name} says ${word}`
        )
      )
  )
  const inPaths = sources.flatMap(({ path }) =>
    avoidedIn(path, rulesFor(path)).map(word => `${path}: the path says ${word}`)
  )
  const inMessages = sources.flatMap(source =>
    messagesOf(source).flatMap(text =>
      avoidedIn(text, proseRulesFor(source.path)).map(word => `${source.path}: '${text}' says ${word}`)
    )
  )
  const inDocuments = documents.flatMap(source =>
    avoidedIn(proseOf(source), proseRulesFor(source.path)).map(word => `${source.path}: the text says ${word}`)
  )
  return [...inNames, ...inPaths, ...inMessages, ...inDocuments]
}

t.test('names, messages and documents use the words that people search for', async t => {
  t.ok(sources.flatMap(namesOf).length > 2_000)
  t.ok(sources.flatMap(messagesOf).length > 20)
  t.ok(documents.length >= 10)
  t.strictSame(found(), [])
})

t.test('what is allowed is there', async t => {
  const names = new Set(sources.flatMap(source => namesOf(source).map(name => `${source.path}: ${name}`)))
  t.strictSame(
    Object.keys(allowed).filter(name => !names.has(name)),
    []
  )
})
