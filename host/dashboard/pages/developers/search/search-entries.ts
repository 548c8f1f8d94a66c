import { isValidElement, type ReactNode } from 'react'
import type { ActionDescription, ProductDescription } from '../../../api/products.js'
import type { ProductDocuments } from '../../../api/reference.js'
import type { ProblemDescription } from '../../../api/site.js'
import { actionPath, eventId, fieldId, overviewSections, productPath, settingId } from '../fragments.js'
import { guides } from '../guides/guides.js'
import { responseRows, rowsOf, type SchemaRow, settingRows } from '../schema-rows.js'

/** Something that the search finds. */
export interface SearchEntry {
  readonly title: string
  /** What it is and where, such as `action of Core`. */
  readonly kind: string
  /** The page and the fragment. */
  readonly address: string
  /** What it is about, in one sentence. */
  readonly excerpt?: string
  /** The words of the title and of the kind, in lower case, each after a space. */
  readonly titleWords: string
  /** All other words. */
  readonly words: string
  /** How much more it counts than a field. */
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
  products: 'action, input, schema, documentation',
  guides: 'request, error, retry, pagination, webhook, agent, MCP',
  downloads: 'OpenAPI, Swagger, Postman, generate a client, SDK, agent.md, llms.txt'
}

/** Words that say nothing about what is looked for. */
const stopWords = new Set(
  (
    'a an and are as at be by can do does for from how i if in is it me my of on or our should the there this to we ' +
    'what when where which why with you your'
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
            weight: 2
          })
        )
      ]
    }),
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
        weight: isOfApi ? 2 : 0.5
      })
    )
  ]
}

/** The entries in which most of the typed words begin a word, the best first. */
export function found(entries: readonly SearchEntry[], typed: string): readonly SearchEntry[] {
  const typedWords = partsOf(typed)
  const telling = typedWords.filter(word => !stopWords.has(word))
  const words = telling.length > 0 ? telling : typedWords
  if (words.length === 0) return []
  const scored = entries.map(each => ({ each, ...scoreOf(each, words) })).filter(({ count }) => count > 0)
  const most = scored.reduce((most, { count }) => Math.max(most, count), 0)
  // A question has words that no page has: where nothing has them all, what has the most of them is found.
  if (most < Math.ceil(words.length / 2)) return []
  return scored
    .filter(({ count }) => count === most)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, mostResults)
    .map(({ each }) => each)
}

/** How many of the words an entry has, and what they count: a whole word of the title most, one that only the text contains least. */
function scoreOf(
  { titleWords, words, weight }: SearchEntry,
  typed: readonly string[]
): { readonly count: number; readonly score: number } {
  let sum = 0
  let count = 0
  for (const word of typed) {
    const forms = [word, singular(word)]
    const isWhole = (text: string) => forms.some(form => text.includes(` ${form} `))
    const isBegun = (text: string) => forms.some(form => text.includes(` ${form}`))
    const title = isWhole(titleWords) ? 10 : isBegun(titleWords) ? 6 : 0
    const score = title || (isWhole(words) ? 2 : isBegun(words) ? 1 : 0)
    if (score > 0) count++
    sum += score
  }
  return { count, score: sum * weight }
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
    titleWords: wordsOf(`${rest.title} ${rest.kind}`),
    words: wordsOf(`${excerpt ?? ''} ${text}`)
  }
}

const letters = /[^\p{L}\p{N}]+/u

/** The words of a text in lower case, with a space around each, and those in the plural also in the singular. */
function wordsOf(text: string): string {
  const words = partsOf(text)
  return ` ${[...new Set([...words, ...words.map(singular)])].join(' ')} `
}

/** The words of a text in lower case: `score_lead` and `usedPct` as they are and in their parts. */
function partsOf(text: string): readonly string[] {
  const lower = text.toLowerCase()
  const parts = text.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  const whole = lower.split(/[^\p{L}\p{N}_]+/u).filter(each => each.includes('_'))
  return [...new Set([...lower.split(letters), ...parts.split(letters), ...whole])].filter(Boolean)
}

/** A word in the singular: `retries` is `retry`, `addresses` is `address`, `limits` is `limit`. */
function singular(word: string): string {
  if (word.length < 4) return word
  if (word.endsWith('ies')) return word.replace(/ies$/, 'y')
  return word.replace(/(ss|x|ch|sh)es$/, '$1').replace(/([^su])s$/, '$1')
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
      weight: 3
    }),
    ...fields('request', rowsOf(inputSchema)),
    ...fields('response', responseRows(outputSchema)),
    ...errors.map(error =>
      entry({
        title: error.code,
        kind: `expected failure of ${name} of ${title}`,
        address: `${address}#failures`,
        excerpt: error.description,
        weight: 1.5
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
