import { type Fault, InvalidInput, type Products } from '@product-host/sdk'
import { own, runsOthers } from '../own.js'
import type { GatherInput, SentSource } from './request.js'

/** One call that reads. */
export interface Source {
  readonly id: string
  readonly product: string
  readonly action: string
  readonly input: Readonly<Record<string, unknown>>
  /** Whether nobody named it: what the caller may not run is left out then. */
  readonly isImplied: boolean
}

/** What is to be gathered, in order. Throws `InvalidInput` for what does more than read, for unknown actions and doubled ids. */
export function readSources({ sources, query, minSuccess }: GatherInput, products: Products): readonly Source[] {
  const named = sources ? sources.map(readSource) : briefings(products)
  const all = named.concat(query === undefined ? [] : [recallOf({ query }, 'memory')])
  const faults = sources
    ? sources.flatMap((sent, place) => faultsOf(named[place], sent, `#/sources/${place}`, products))
    : []
  const [first, ...rest] = [...faults, ...doubled(sources ?? []), ...tooFew(minSuccess, sources && all.length)]
  if (first) throw new InvalidInput([first, ...rest])
  return distinct(all)
}

function readSource(sent: SentSource): Source {
  if (typeof sent === 'string') {
    const [product = '', action = ''] = sent.split('.')
    return { id: sent, product, action, input: {}, isImplied: false }
  }
  if ('memory' in sent) return recallOf(sent.memory, sent.id ?? 'memory')
  const { product, action, input = {}, id = `${product}.${action}` } = sent
  return { id, product, action, input, isImplied: false }
}

function recallOf(input: Source['input'], id: string): Source {
  return { id, product: own.slug, action: own.recall, input, isImplied: false }
}

/** What each product sums itself up with, as far as that only reads. */
function briefings(products: Products): readonly Source[] {
  return products.describe().flatMap(({ slug, briefing }) => {
    if (!briefing || products.effect(slug, briefing.action, briefing.input) !== 'read') return []
    return [{ id: slug, product: slug, ...briefing, isImplied: true }]
  })
}

function faultsOf(source: Source | undefined, sent: SentSource, pointer: string, products: Products): readonly Fault[] {
  if (!source || (typeof sent === 'object' && 'memory' in sent)) return []
  const { product, action, input } = source
  const effect = products.effect(product, action, input)
  if (effect === undefined)
    return [
      {
        pointer,
        code: 'unknown_action',
        detail: 'names no action that is served',
        fix: 'Send product.action, as route lists them.'
      }
    ]
  const isOwn = runsOthers(product, action) || (product === own.slug && action === own.gather)
  if (effect === 'read' && !isOwn) return []
  const detail = isOwn ? 'gathers or runs others in its turn' : 'would change something or leave the machine'
  return [{ pointer, code: 'not_reading', detail, fix: 'Name an action, with an input, that only reads.' }]
}

function doubled(sources: readonly SentSource[]): readonly Fault[] {
  const ids = sources.map(sent => (typeof sent === 'object' ? sent.id : undefined))
  return ids.flatMap((id, place) =>
    id === undefined || ids.indexOf(id) === place
      ? []
      : [
          {
            pointer: `#/sources/${place}/id`,
            code: 'duplicate',
            detail: 'is the id of two sources',
            fix: 'Give each its own.'
          }
        ]
  )
}

function tooFew(minSuccess: number, count: number | undefined): readonly Fault[] {
  if (count === undefined || minSuccess <= count) return []
  const detail = `is more than the ${count} sources that there are`
  return [{ pointer: '#/minSuccess', code: 'maximum', detail, fix: `Send at most ${count}.` }]
}

/** The sources with a number behind the ids that come again. */
function distinct(sources: readonly Source[]): readonly Source[] {
  const taken = new Set<string>()
  return sources.map(source => {
    let id = source.id
    for (let number = 2; taken.has(id); number++) id = `${source.id}#${number}`
    taken.add(id)
    return { ...source, id }
  })
}
