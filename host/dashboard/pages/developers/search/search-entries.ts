import { isValidElement, type ReactNode } from 'react'
import type { ActionDescription, ProductDescription } from '../../../api/products.js'
import type { ProductDocuments } from '../../../api/reference.js'
import type { ProblemDescription } from '../../../api/site.js'
import { actionPath, eventId, fieldId, overviewSections, productPath, settingId } from '../fragments.js'
import { guides } from '../guides/guides.js'
import { responseRows, rowsOf, type SchemaRow, settingRows } from '../schema-rows.js'
import { tasks } from '../tasks.js'

/** Something that the search finds. */
export interface SearchEntry {
  readonly title: string
  /** What it is and where, such as `action of Core`. */
  readonly kind: string
  /** The page and the fragment. */
  readonly address: string
  /** What it is about, in one sentence. */
  readonly excerpt?: string
  /** The words of the title and their stems, in lower case, each after a space. */
  readonly titleWords: string
  /** All other words, those of the kind too. */
  readonly words: string
  /** How much more it counts than a field: a guide most, then an action. */
  readonly weight: number
}

/** What is known of the deployment. */
interface Described {
  readonly products: readonly ProductDescription[]
  readonly documents: readonly ProductDocuments[]
  readonly problems: readonly ProblemDescription[]
}

/** Most results that are shown. */
const mostResults = 12

/** What people look for in a section of the first page, whose text is not known here. */
const overviewWords: Readonly<Record<(typeof overviewSections)[number][0], string>> = {
  quickstart: 'API key, get started, sign up, account, plan, trial, create a key, first request, call, curl, example',
  tasks: 'dashboard',
  products: 'action, input, schema, documentation',
  guides: 'request, error, retry, pagination, webhook, agent, MCP',
  downloads: 'OpenAPI, Swagger, Postman, generate a client, SDK, agent.md, llms.txt'
}

/** Words that say nothing about what is looked for. */
const stopWords = new Set(
  (
    'a an and are as at be by can did do does for from get has have how i if in is it me mean my of on or our should the ' +
    'there this to use was we what when where which why will with you your'
  ).split(' ')
)

/** Everything that the developer pages describe. */
export function entriesOf({ products, documents, problems }: Described): readonly SearchEntry[] {
  return [
    ...products.flatMap(productEntries),
    ...products.flatMap(product =>
      eventEntries(
        product,
        documents.find(({ slug }) => slug === product.slug)
      )
    ),
    ...documents.flatMap(versionEntries),
    ...guides.flatMap(({ slug, title, about, sections }) => {
      const address = `/developers/guides/${slug}`
      return [
        entry({ title, kind: 'guide', address, excerpt: about, weight: 3 }),
        ...sections.map(section =>
          entry({
            title: section.title,
            kind: `guide “${title}”`,
            address: `${address}#${section.id}`,
            text: `${textOf(section.text)} ${section.words ?? ''}`,
            weight: 3
          })
        )
      ]
    }),
    ...tasks.map(({ title, to, about, words }) =>
      entry({ title, kind: 'in the dashboard', address: to, excerpt: about, text: words, weight: 3 })
    ),
    ...overviewSections.map(([id, title, about]) =>
      entry({
        title,
        kind: 'overview',
        address: `/developers#${id}`,
        excerpt: about,
        text: overviewWords[id],
        weight: 2.5
      })
    ),
    ...problems.map(({ code, status, title, isOfApi }) =>
      entry({
        title: code,
        kind: `error code, status ${status}`,
        address: `/developers/guides/errors#code-${code}`,
        excerpt: title,
        weight: isOfApi ? 0.8 : 0.4
      })
    )
  ]
}

/**
 * The entries that have at least half of the typed words, the best first: each word counts more in the title than in the text, and as a
 * whole more than as a beginning. An entry that lacks words counts much less, and one whose title has them all three times.
 */
export function found(entries: readonly SearchEntry[], typed: string): readonly SearchEntry[] {
  const typedWords = wordsOf(typed)
  const telling = typedWords.filter(word => !stopWords.has(word))
  const words = telling.length > 0 ? telling : typedWords
  if (words.length === 0) return []
  return entries
    .map(each => ({ each, score: scoreOf(each, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, mostResults)
    .map(({ each }) => each)
}

/** What a typed word counts that is a word of the title. */
const inTitle = 10

/** What the typed words count in an entry; nothing if it lacks most of them. */
function scoreOf({ titleWords, words, weight }: SearchEntry, typed: readonly string[]): number {
  const scores = typed.map(word => {
    const forms = [word, stemOf(word)]
    const isWhole = (text: string) => forms.some(form => text.includes(` ${form} `))
    const isBegun = (text: string) => forms.some(form => text.includes(` ${form}`))
    if (isWhole(titleWords)) return inTitle
    if (isBegun(titleWords)) return 6
    if (isWhole(words)) return 3
    return isBegun(words) ? 1 : 0
  })
  const share = scores.filter(score => score > 0).length / typed.length
  if (share < 0.5) return 0
  const bonus = scores.every(score => score === inTitle) ? 3 : 1
  return scores.reduce<number>((sum, score) => sum + score, 0) * share ** 2 * weight * bonus
}

interface NewEntry extends Pick<SearchEntry, 'title' | 'kind' | 'address' | 'weight'> {
  readonly excerpt?: string | undefined
  /** Further text in which words are found. */
  readonly text?: string
}

function entry({ text = '', excerpt, ...rest }: NewEntry): SearchEntry {
  return {
    ...rest,
    ...(excerpt && { excerpt }),
    titleWords: indexed(rest.title),
    words: indexed(`${rest.kind} ${excerpt ?? ''} ${text}`)
  }
}

const letters = /[^\p{L}\p{N}]+/u

/** The words of a text and their stems, with a space around each. */
function indexed(text: string): string {
  const words = wordsOf(text)
  return ` ${[...new Set([...words, ...words.map(stemOf)])].join(' ')} `
}

/** The words of a text in lower case: `score_lead` and `usedPct` as they are and in their parts. */
function wordsOf(text: string): readonly string[] {
  const lower = text.toLowerCase()
  const parts = text.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  const whole = lower.split(/[^\p{L}\p{N}_]+/u).filter(each => each.includes('_'))
  return [...new Set([...lower.split(letters), ...parts.split(letters), ...whole])].filter(Boolean)
}

/** What the forms of an English word have in common: `retries`, `retried` and `retry` are `retry`, `limits` and `limiting` are `limit`. */
function stemOf(word: string): string {
  if (word.length < 4) return word
  const singular = word
    .replace(/ie[sd]$/, 'y')
    .replace(/(ss|x|ch|sh)es$/, '$1')
    .replace(/([^su])s$/, '$1')
  const plain = singular.replace(/(?<=[a-z]{3})(?:ing|ed|e)$/, '')
  return plain.replace(/([bdgmnprt])\1$/, '$1')
}

function productEntries(product: ProductDescription): readonly SearchEntry[] {
  const { slug, title, description, actions, config } = product
  const address = productPath(slug)
  const settings = config.settingsSchema ? settingRows(config.settingsSchema) : []
  return [
    entry({ title, kind: 'product', address, excerpt: description, text: slug, weight: 4 }),
    ...actions.flatMap(action => actionEntries(product, action)),
    ...settings.map(row => fieldEntry(row, `setting of ${title}`, `${address}#${settingId(row.path)}`))
  ]
}

function actionEntries({ slug, title }: ProductDescription, action: ActionDescription): readonly SearchEntry[] {
  const { name, description, intents, errors, inputSchema, outputSchema } = action
  const address = actionPath(slug, name)
  const fields = (part: 'request' | 'response', rows: readonly SchemaRow[]) =>
    rows.map(row => fieldEntry(row, `${part} of ${name} of ${title}`, `${address}#${fieldId(part, row.path)}`))
  return [
    entry({
      title: `${action.title} (${name})`,
      kind: `action of ${title}`,
      address,
      excerpt: description,
      text: [...intents.phrases, ...intents.keywords].join(' '),
      weight: 2.5
    }),
    ...fields('request', rowsOf(inputSchema)),
    ...fields('response', responseRows(outputSchema)),
    ...errors.map(error =>
      entry({
        title: error.code,
        kind: `expected failure of ${name} of ${title}`,
        address: `${address}#failures`,
        excerpt: error.description,
        weight: 0.7
      })
    )
  ]
}

/** The events that are declared, and those with a sample alone. */
function eventEntries(
  { slug, webhookEvents }: ProductDescription,
  documents?: ProductDocuments
): readonly SearchEntry[] {
  const samples = documents?.samples?.webhooks ?? []
  const names = new Set([...webhookEvents.map(({ name }) => name), ...samples.map(({ event }) => event)])
  return [...names].map(name => {
    const { description, dataSchema = {} } = webhookEvents.find(event => event.name === name) ?? {}
    const body = JSON.stringify(samples.find(({ event }) => event === name)?.body) ?? ''
    return entry({
      title: name,
      kind: `webhook of ${slug}`,
      address: `${productPath(slug)}#${eventId(name)}`,
      excerpt: description,
      text: [body, ...rowsOf(dataSchema).map(({ path }) => path)].join(' '),
      weight: 2
    })
  })
}

function versionEntries({ slug, changes }: ProductDocuments): readonly SearchEntry[] {
  return changes.map(({ version, notes }) =>
    entry({
      title: version,
      kind: `version of ${slug}`,
      address: `/developers/changelog#${slug}-${version}`,
      text: notes.map(({ text }) => text).join(' '),
      weight: 0.8
    })
  )
}

function fieldEntry({ path, title, description }: SchemaRow, kind: string, address: string): SearchEntry {
  return entry({
    title: title ? `${title} (${path})` : path,
    kind,
    address,
    excerpt: description.replaceAll('`', ''),
    weight: 1
  })
}

interface TextProps {
  readonly children?: ReactNode
  readonly text?: unknown
  readonly rows?: unknown
}

/** The text of an element and of everything in it, also the rows of a table; what a component reads from the host is not part of it. */
function textOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return `${node} `
  if (Array.isArray(node)) return node.map(textOf).join('')
  if (!isValidElement<TextProps>(node)) return ''
  const { children, text, rows } = node.props
  const cells = Array.isArray(rows) ? textOf(rows) : ''
  return `${typeof text === 'string' ? text : ''} ${cells} ${textOf(children)}`
}
