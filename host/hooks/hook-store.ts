import { hash, randomBytes } from 'node:crypto'
import { CLOCK, type Clock, type HookSignature, inject, injectable, type Storage } from '@product-host/sdk'
import { Problem } from '../base/problems.js'
import { CIPHER, type Cipher, encryptedSubjects } from '../config/cipher.js'
import { encryptionContext } from '../config/configs.js'
import { RATES, type Rates } from '../deployment.js'
import { newRunId } from '../runs/run-records.js'
import { entries } from '../storage/entries.js'
import type { JobScheduler } from '../storage/job-records.js'
import { STORE, type Store } from '../storage/store.js'

/** A hook of an account in the store: a URL that may call one action. Times are milliseconds since 1970. */
export interface StoredHook {
  readonly id: string
  readonly name: string
  readonly slug: string
  /** Its name in the declaration of the product. */
  readonly hook: string
  readonly enabled: boolean
  readonly signature: HookSignature
  /** Where a browser is sent that has sent a form. */
  readonly redirect?: string
  /** Who made or changed it last: it is good as long as they are. */
  readonly by: JobScheduler
  readonly createdAt: number
  readonly updatedAt: number
  /** Its tokens, the newest first; a replaced one ends. */
  readonly tokens: readonly HookToken[]
  /** The secret of the signatures and the chosen fields, encrypted. */
  readonly secrets: { readonly signature?: string; readonly input: string }
}

interface HookToken {
  readonly digest: string
  readonly lastFour: string
  readonly endsAt?: number
}

/** What a caller decides of a hook. */
export interface HookMembers
  extends Pick<StoredHook, 'name' | 'slug' | 'hook' | 'enabled' | 'signature' | 'redirect' | 'by'> {
  /** The secret of the signatures; none for a hook without. */
  readonly secret?: string | undefined
  /** The fields of the action that the account has chosen. */
  readonly fields: Readonly<Record<string, unknown>>
}

/** A hook with the only copy of its token. */
export interface MadeHook {
  readonly hook: StoredHook
  readonly token: string
}

/** A hook, and whose it is. */
export interface FoundHook {
  readonly account: string
  readonly hook: StoredHook
}

/** Which hook a token belongs to. */
interface TokenOwner {
  readonly account: string
  readonly id: string
}

const tokenSubject = 'hook-tokens'

/** The subject of what is remembered of calls; each account's are below it. */
export const hookCallSubject = 'hook-calls'

const tokenForm = /^phh_[A-Za-z0-9_-]{32}$/
const noticeMs = 24 * 60 * 60 * 1000

/** The hooks of every account. A token is found by its digest; whether it is good, the record of the hook alone says. */
@injectable()
export class HookStore {
  readonly #tokens: Storage

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CIPHER) private readonly cipher: Cipher,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(RATES) private readonly rates: Rates
  ) {
    this.#tokens = store.own(tokenSubject)
  }

  /** Throws a 429 `Problem` when the account has too many hooks. */
  async create(account: string, members: HookMembers): Promise<MadeHook> {
    const { hooks: most } = this.rates
    if ((await this.#records(account).list('', { limit: most })).length === most)
      throw new Problem('rate_limited', `The account has ${most} hooks; delete one first.`, { retryAfter: 60 })
    const id = `hook_${this.clock.ulid()}`
    const made = newToken()
    const own = { id, createdAt: this.clock.now(), tokens: [made.stored] }
    await this.#tokens.set(made.stored.digest, { account, id } satisfies TokenOwner)
    const hook = this.#stored(account, own, members)
    await this.#records(account).set(id, hook)
    return { hook, token: made.token }
  }

  /** The hook that a token is good for, and whose it is. */
  async find(token: string): Promise<FoundHook | undefined> {
    if (!tokenForm.test(token)) return undefined
    const digest = hash('sha256', token)
    const owner = await this.#tokens.get<TokenOwner>(digest)
    const hook = owner && (await this.get(owner.account, owner.id))
    const now = this.clock.now()
    const isGood = hook?.tokens.some(each => each.digest === digest && (each.endsAt === undefined || each.endsAt > now))
    return owner && hook && isGood ? { account: owner.account, hook } : undefined
  }

  async get(account: string, id: string): Promise<StoredHook | undefined> {
    return isHookId(id) ? this.#records(account).get<StoredHook>(id) : undefined
  }

  /** All hooks of an account, the oldest first. */
  async list(account: string): Promise<readonly StoredHook[]> {
    const found: StoredHook[] = []
    for await (const { value } of entries<StoredHook>(this.#records(account), '')) found.push(value)
    return found
  }

  /** The secret of the signatures of a hook; '' of one without. Throws a 409 `Problem` when this host lacks the key that it was encrypted with. */
  secretOf(account: string, { id, secrets }: StoredHook): string {
    const { signature } = secrets
    return signature === undefined ? '' : this.#opened(signature, encryptionContext(account, id, 'signature'))
  }

  /** The fields that the account has chosen. Throws as `secretOf`. */
  fieldsOf(account: string, { id, secrets }: StoredHook): Record<string, unknown> {
    return JSON.parse(this.#opened(secrets.input, encryptionContext(account, id, 'input')))
  }

  #opened(sealed: string, context: string): string {
    if (this.cipher.opens(sealed, context)) return this.cipher.decrypt(sealed, context)
    throw new Problem(
      'input_unreadable',
      'The fields or the secret of the hook cannot be decrypted. Save its input and its signature again.'
    )
  }

  /** Whether this host has the key that the fields were encrypted with. */
  opens(account: string, { id, secrets }: StoredHook): boolean {
    return this.cipher.opens(secrets.input, encryptionContext(account, id, 'input'))
  }

  /** Puts other members in the place of those that a hook has; undefined if it is gone. */
  async replace(account: string, id: string, members: HookMembers): Promise<StoredHook | undefined> {
    return this.#change(account, id, ({ createdAt, tokens }) =>
      this.#stored(account, { id, createdAt, tokens }, members)
    )
  }

  /** Lets a hook go on in the name of somebody. */
  async resume(account: string, id: string, by: JobScheduler): Promise<StoredHook | undefined> {
    return this.#change(account, id, hook => ({ ...hook, by, updatedAt: this.clock.now() }))
  }

  /** Gives a hook a new token. The one before is good for so many milliseconds; those before that end. Undefined if the hook is gone. */
  async rotate(account: string, id: string, overlapMs: number): Promise<MadeHook | undefined> {
    const made = newToken()
    const endsAt = this.clock.now() + overlapMs
    await this.#tokens.set(made.stored.digest, { account, id } satisfies TokenOwner)
    const ended: HookToken[] = []
    const hook = await this.#change(account, id, before => {
      const [last, ...older] = before.tokens
      const kept = last && overlapMs > 0 ? [{ ...last, endsAt }] : []
      ended.splice(0, ended.length, ...older, ...(last && kept.length === 0 ? [last] : []))
      return { ...before, tokens: [made.stored, ...kept], updatedAt: this.clock.now() }
    })
    for (const { digest } of hook ? ended : [made.stored]) await this.#tokens.delete(digest)
    return hook && { hook, token: made.token }
  }

  async delete(account: string, id: string): Promise<boolean> {
    const hook = await this.get(account, id)
    if (!hook) return false
    await this.#records(account).delete(id)
    for (const { digest } of hook.tokens) await this.#tokens.delete(digest)
    return true
  }

  /** Deletes all hooks of an account. */
  async deleteAll(account: string): Promise<void> {
    for (const { id } of await this.list(account)) await this.delete(account, id)
  }

  /** The run of a delivery: always the same of those that a sender gives the same name. */
  async runOf(account: string, id: string, delivery: string): Promise<string> {
    const key = `${id}/${hash('sha256', delivery, 'base64url')}`
    return this.#calls(account).update([key], read => {
      const known = read<string>(key)
      if (known !== undefined) return { result: known }
      const run = newRunId(this.clock)
      return { writes: [{ key, value: run, ttlMs: this.store.storedMs('runDays') }], result: run }
    })
  }

  /** Whether the owner has not been told of a failed run of a hook for a day, and is now. */
  async isNoticeDue(account: string, id: string): Promise<boolean> {
    const key = `notice/${id}`
    return this.#calls(account).update([key], read =>
      read(key) === undefined ? { writes: [{ key, value: true, ttlMs: noticeMs }], result: true } : { result: false }
    )
  }

  /** All hooks of an account, for its owner: no secret, no token, no digest. */
  async *all(account: string): AsyncGenerator<object, void> {
    for (const stored of await this.list(account)) {
      const { secrets: _, slug, tokens, ...rest } = stored
      const input = this.opens(account, stored) ? this.fieldsOf(account, stored) : null
      yield { ...rest, productId: slug, input, tokens: tokens.map(({ digest: _digest, ...token }) => token) }
    }
  }

  #stored(
    account: string,
    own: Pick<StoredHook, 'id' | 'createdAt' | 'tokens'>,
    { secret, fields, redirect, ...members }: HookMembers
  ): StoredHook {
    const seal = (name: string, text: string) => this.cipher.encrypt(text, encryptionContext(account, own.id, name))
    const secrets = {
      ...(secret !== undefined && { signature: seal('signature', secret) }),
      input: seal('input', JSON.stringify(fields))
    }
    return { ...own, ...members, ...(redirect !== undefined && { redirect }), updatedAt: this.clock.now(), secrets }
  }

  async #change(
    account: string,
    id: string,
    change: (hook: StoredHook) => StoredHook
  ): Promise<StoredHook | undefined> {
    return this.#records(account).update([id], read => {
      const hook = read<StoredHook>(id)
      if (!hook) return { result: undefined }
      const value = change(hook)
      return { writes: [{ key: id, value }], result: value }
    })
  }

  #records(account: string): Storage {
    return this.store.own(`${encryptedSubjects.hooks}/${account}`)
  }

  #calls(account: string): Storage {
    return this.store.own(`${hookCallSubject}/${account}`)
  }
}

/** Whether a text has the form of the id of a hook. */
export function isHookId(text: string): boolean {
  return /^hook_[0-9A-Z]{26}$/.test(text)
}

/** 192 random bits; only their digest is stored. */
function newToken(): { readonly token: string; readonly stored: HookToken } {
  const token = `phh_${randomBytes(24).toString('base64url')}`
  return { token, stored: { digest: hash('sha256', token), lastFour: token.slice(-4) } }
}
