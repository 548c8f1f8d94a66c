import {
  CLOCK,
  type Clock,
  InvalidInput,
  type Issue,
  inject,
  injectable,
  OPTIONS,
  type Options,
  ProductError,
  STORAGE,
  type Static,
  type Storage,
  Type,
  type Write
} from '@product-host/sdk'
import { quoted } from '@product-host/toolkit/text'
import { members } from '../members.js'
import limits from '../tables/limits.json' with { type: 'json' }
import {
  alive,
  expiryOf,
  findMemory,
  historyAfter,
  type Memory,
  readKey,
  readTags,
  recordKey,
  SentTags
} from './memory.js'
import { SearchIndexes } from './search-indexes.js'
import {
  charged,
  emptyUsage,
  isWithinQuota,
  type Quota,
  quotaOf,
  Recounts,
  type Usage,
  usageKey,
  usageNow,
  withoutExpired
} from './usage.js'

/** A request that was carried out. */
export interface Remembered extends Revision {
  /** How many memories the account has now. */
  readonly memories: number
}

/** The memories of one account. */
@injectable()
export class Memories {
  readonly #quota: Quota

  constructor(
    @inject(STORAGE) private readonly storage: Storage,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(OPTIONS) options: Options,
    private readonly recounts: Recounts,
    private readonly indexes: SearchIndexes
  ) {
    this.#quota = quotaOf(options)
  }

  /**
   * Carries out a request, or throws `ProductError`. Reads and writes the record and the usage, in one, and nothing else; only before
   * a refusal for the quota is everything counted.
   */
  async remember(account: string, request: RememberRequest): Promise<Remembered> {
    const keyed = { ...request, key: await this.#storedKey(request.key) }
    const first = await this.#write(account, keyed)
    if ('change' in first) return first
    await this.recounts.recount(account, this.storage)
    const second = await this.#write(account, keyed)
    if ('change' in second) return second
    throw quotaExceeded(this.#quota, second)
  }

  /** The memory of that key, if it lives. */
  async find(key: string): Promise<Memory | undefined> {
    return findMemory(this.storage, await this.#storedKey(key), this.clock.now())
  }

  /** The key under which a memory is stored; earlier versions stored a key with decomposed letters as it was sent. */
  async #storedKey(key: string): Promise<string> {
    const decomposed = key.normalize('NFD')
    if (decomposed === key || (await this.storage.get(recordKey(key))) !== undefined) return key
    return (await this.storage.get(recordKey(decomposed))) === undefined ? key : decomposed
  }

  /** How many memories the account has, by its usage. */
  async count(): Promise<number> {
    return withoutExpired(await usageNow(this.storage), this.clock.now()).keys
  }

  /** Resolves to the usage that it would have come to, when that is over the quota. */
  async #write(account: string, request: RememberRequest): Promise<Remembered | Usage> {
    const now = this.clock.now()
    const epoch = this.clock.ulid()
    const key = recordKey(request.key)
    const { revision, usage, isWritten } = await this.storage.update<Written>([key, usageKey], read => {
      const before = withoutExpired(read<Usage>(usageKey) ?? emptyUsage(epoch), now)
      const current = alive(read<Memory>(key), now)
      const revision = revise(current, request, now, before.rev + 1)
      if (isAsItWas(revision)) return { result: { revision, usage: before, isWritten: false } }
      const usage = charged(before, request.key, current, remaining(revision))
      if (!isWithinQuota(this.#quota, before, usage))
        return { result: { revision: undefined, usage, isWritten: false } }
      const writes = [recordWrite(key, remaining(revision), now), { key: usageKey, value: usage }]
      return { writes, result: { revision, usage, isWritten: true } }
    })
    if (!revision) return usage
    if (isWritten) this.indexes.apply(account, { usage, key: request.key, memory: remaining(revision) })
    return { ...revision, memories: usage.keys }
  }
}

interface Written {
  /** Undefined when it would have gone beyond the quota. */
  readonly revision: Revision | undefined
  readonly usage: Usage
  readonly isWritten: boolean
}

/** Nothing to write; a memory with a time to live is written even when unchanged, since the time to live begins again. */
function isAsItWas({ change, memory }: Revision): boolean {
  return change === 'unchanged' && memory.expiresAt === undefined
}

function remaining({ change, memory }: Revision): Memory | undefined {
  return change === 'forgotten' ? undefined : memory
}

function recordWrite(key: string, memory: Memory | undefined, now: number): Write {
  if (!memory) return { key, delete: true }
  const expires = expiryOf(memory)
  return { key, value: memory, ...(Number.isFinite(expires) && { ttlMs: expires - now }) }
}

function quotaExceeded(quota: Quota, { keys, bytes }: Usage): ProductError {
  const most = keys > quota.keys ? `${quota.keys} memories` : `${quota.bytes} bytes of memories, old versions included`
  return new ProductError('quota_exceeded', `An account keeps at most ${most}; forget some, or let them expire.`, {
    details: { quota, needed: { keys, bytes } }
  })
}

/** What becomes of a memory. */
interface Revision {
  readonly change: 'created' | 'updated' | 'unchanged' | 'appended' | 'forgotten'
  /** What is there from now on; what was there, when it is forgotten. */
  readonly memory: Memory
  /** What was there before, where that is no longer so. */
  readonly previous?: Memory
}

/** What a request makes of the memory that is there. Throws `ProductError` when it cannot be carried out. */
function revise(current: Memory | undefined, request: RememberRequest, now: number, rev: number): Revision {
  refuseConflict(current, request)
  if (request.mode === 'forget') return forget(current, request)
  const at = new Date(now).toISOString()
  const content = contentOf(current, request, now)
  if (!current)
    return { change: 'created', memory: { ...content, rev, version: 1, createdAt: at, updatedAt: at, history: [] } }
  if (holdsAlready(current, content))
    return { change: 'unchanged', memory: { ...current, ...lifeOf(current, request, now), rev } }
  const { version, createdAt } = current
  return {
    change: request.mode === 'append' ? 'appended' : 'updated',
    memory: { ...content, rev, version: version + 1, createdAt, updatedAt: at, history: historyAfter(current) },
    previous: current
  }
}

function refuseConflict(current: Memory | undefined, { key, ifVersion }: RememberRequest): void {
  const currentVersion = current?.version ?? 0
  if (ifVersion === undefined || ifVersion === currentVersion) return
  const expected = ifVersion === 0 ? 'is there already' : `is not at version ${ifVersion}`
  const found = current ? `it is at version ${currentVersion}` : 'there is no such memory'
  throw new ProductError('version_conflict', `${quoted(key)} ${expected}: ${found}.`, { details: { currentVersion } })
}

function forget(current: Memory | undefined, { key }: RememberRequest): Revision {
  if (!current) throw new ProductError('not_found', `There is no memory ${quoted(key)} to forget.`)
  return { change: 'forgotten', memory: current, previous: current }
}

type Content = Pick<Memory, 'key' | 'value' | 'tags' | 'hasIdentities' | 'pinned' | 'ttlSeconds' | 'expiresAt'>

function contentOf(current: Memory | undefined, request: RememberRequest, now: number): Content {
  const { key, tags = current?.tags ?? [], pinned = current?.pinned ?? false } = request
  const hasIdentities = request.tags === undefined ? current?.hasIdentities : request.tags.length > 0 || undefined
  return {
    key,
    value: joinedValue(current, request),
    tags,
    ...(hasIdentities && { hasIdentities }),
    pinned,
    ...lifeOf(current, request, now)
  }
}

function joinedValue(current: Memory | undefined, { key, mode, value }: RememberRequest): string {
  if (mode !== 'append' || !current) return value
  const joined = `${current.value}\n${value}`
  if (joined.length > longestValue && Array.from(joined).length > longestValue)
    throw new ProductError('value_too_long', `${quoted(key)} would be over ${longestValue} characters long.`)
  return joined
}

function lifeOf(
  current: Memory | undefined,
  { mode, ttlSeconds }: RememberRequest,
  now: number
): Pick<Memory, 'ttlSeconds' | 'expiresAt'> {
  if (ttlSeconds !== undefined) return { ttlSeconds, expiresAt: new Date(now + ttlSeconds * 1000).toISOString() }
  if (mode === 'append' && current?.ttlSeconds !== undefined && current.expiresAt !== undefined)
    return { ttlSeconds: current.ttlSeconds, expiresAt: current.expiresAt }
  return {}
}

function holdsAlready(current: Memory, next: Content): boolean {
  return (
    current.value === next.value &&
    current.pinned === next.pinned &&
    current.ttlSeconds === next.ttlSeconds &&
    isSameSet(current.tags, next.tags)
  )
}

function isSameSet(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every(tag => right.includes(tag))
}

/** Longest key and value, in characters. */
const { longestKey, longestValue } = limits.memory

/** The input of remember. */
export const RememberInput = members('rememberInput', {
  key: Type.String({
    title: 'Key',
    minLength: 1,
    description: `The name under which you find it again, up to ${longestKey} characters.`
  }),
  value: Type.Optional(Type.String({ maxLength: longestValue })),
  tags: Type.Optional(SentTags),
  ttlSeconds: Type.Optional(Type.Integer({ minimum: 60, maximum: 31_536_000 })),
  mode: Type.Union([Type.Literal('set'), Type.Literal('append'), Type.Literal('forget')], { default: 'set' }),
  ifVersion: Type.Optional(Type.Integer({ minimum: 0 })),
  pinned: Type.Optional(Type.Boolean()),
  similar: Type.Boolean({ default: false })
})

export type RememberInput = Static<typeof RememberInput>

/** What a caller requests of a memory: the value is ignored by `forget`; tags and other members that are left out are as before. */
type RememberRequest = Omit<RememberInput, 'value' | 'tags' | 'similar'> & {
  readonly value: string
  readonly tags: readonly string[] | undefined
}

/** The request that an input is. Throws `InvalidInput` for what the schema cannot say. */
export function readRequest({ value = '', tags, ...input }: RememberInput): RememberRequest {
  if (value === '' && input.mode !== 'forget') throw new InvalidInput([emptyValue])
  return { ...input, key: readKey(input.key), value, tags: tags === undefined ? undefined : readTags(tags) }
}

const emptyValue: Issue = {
  pointer: '#/value',
  code: 'required',
  detail: 'is missing or empty',
  fix: 'Send the text to remember, or the mode "forget".'
}
