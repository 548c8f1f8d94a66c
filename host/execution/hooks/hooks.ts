import { type Hook, type HookSignature, type Issue, inject, injectable } from '@product-host/sdk'
import { checkedInput, hookSignatures } from '@product-host/sdk/runtime'
import { SecurityEvents } from '../../audit/security-events.js'
import type { Caller } from '../../base/caller.js'
import { isoTime } from '../../base/clock.js'
import { pages } from '../../base/pages.js'
import { Problem } from '../../base/problems.js'
import { type HookMembers, HookStore, type MadeHook, type StoredHook } from '../../hooks/hook-store.js'
import { secretIssue } from '../../hooks/signatures.js'
import type { Mounted } from '../../products/registry.js'
import { HOST_SETTINGS, type Settings } from '../../settings.js'
import { Access, mayExecute, requireWebhooksScope } from '../access.js'
import { schedulerOf } from '../job-callers.js'
import { HookCallers } from './callers.js'

/** What a caller sends of a hook. */
export interface HookRequest {
  readonly product: string
  readonly hook: string
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  /** Left out or null: none. */
  readonly signature?: { readonly kind: HookSignature; readonly secret?: string } | null
  readonly redirect?: string | null
  readonly enabled: boolean
}

/** A hook as its caller sees it; times are ISO 8601. */
export interface HookView {
  readonly id: string
  readonly name: string
  readonly productId: string
  readonly hook: string
  readonly action: string | null
  readonly enabled: boolean
  readonly signature: HookSignature
  readonly redirect?: string
  readonly input?: unknown
  readonly createdAt: string
  readonly updatedAt: string
  readonly keyId: string
  readonly tokens: readonly { readonly lastFour: string; readonly endsAt?: string }[]
  /** Why it takes no calls. */
  readonly paused?: { readonly code: string; readonly detail: string; readonly resumes: boolean }
  /** Its URL, in the answer that makes it alone. */
  readonly url?: string
  readonly links: { readonly self: string }
}

/** The hooks of accounts: URLs that may call one action each. */
@injectable()
export class Hooks {
  constructor(
    private readonly store: HookStore,
    private readonly callers: HookCallers,
    private readonly access: Access,
    private readonly events: SecurityEvents,
    @inject(HOST_SETTINGS) private readonly settings: Settings
  ) {}

  /** Makes a hook. Throws a `Problem`: 400, 403, 404, 429. */
  async create(caller: Caller, request: HookRequest): Promise<HookView> {
    const made = await this.store.create(caller.account, this.#checked(caller, request))
    const { slug: product, id: keyId } = made.hook
    await this.events.record(caller.account, { kind: 'hook_created', product, keyId })
    return this.#madeView(caller, made)
  }

  /** The hooks of products that the caller may execute, the oldest first. */
  async list(caller: Caller, product?: string): Promise<readonly HookView[]> {
    requireWebhooksScope(caller)
    const all = await this.store.list(caller.account)
    const mine = all.filter(({ slug }) => mayExecute(caller, slug) && (product === undefined || slug === product))
    return Promise.all(mine.map(hook => this.#viewOf(caller, hook)))
  }

  async show(caller: Caller, id: string): Promise<HookView> {
    return this.#viewOf(caller, await this.#find(caller, id))
  }

  /** Changes some members. The hook is the caller's from then on. Throws as `create`, and as `secretOf` of the store. */
  async change(caller: Caller, id: string, change: Partial<HookRequest>): Promise<HookView> {
    const before = await this.#find(caller, id)
    const { account } = caller
    const { name, slug: product, hook, enabled, redirect, signature: kind } = before
    const known = () => (kind === 'none' ? null : { kind, secret: this.store.secretOf(account, before) })
    const signature = change.signature === undefined ? known() : change.signature
    const request = { product, hook, name, enabled, ...(redirect !== undefined && { redirect }) }
    const input = change.input ?? this.store.fieldsOf(account, before)
    const members = this.#checked(caller, { ...request, ...change, signature, input })
    const stored = await this.store.replace(account, id, members)
    if (!stored) throw noHook()
    return this.#viewOf(caller, stored)
  }

  /** Gives a hook another URL; the former one is good for so many milliseconds more. */
  async rotate(caller: Caller, id: string, overlapMs: number): Promise<HookView> {
    const { slug: product } = await this.#find(caller, id)
    const made = await this.store.rotate(caller.account, id, overlapMs)
    if (!made) throw noHook()
    await this.events.record(caller.account, { kind: 'hook_rotated', product, keyId: id })
    return this.#madeView(caller, made)
  }

  /** Lets a hook go on whose key or session has ended, in the name of the caller. */
  async resume(caller: Caller, id: string): Promise<HookView> {
    await this.#find(caller, id)
    const stored = await this.store.resume(caller.account, id, schedulerOf(caller))
    if (!stored) throw noHook()
    return this.#viewOf(caller, stored)
  }

  async delete(caller: Caller, id: string): Promise<void> {
    await this.#find(caller, id)
    await this.store.delete(caller.account, id)
  }

  #checked(caller: Caller, request: HookRequest): HookMembers {
    requireWebhooksScope(caller)
    const { name, product: slug, hook, enabled, input, signature, redirect } = request
    const product = this.access.open(caller, slug, 'execute')
    const declared = hookOf(product, hook)
    const { kind, secret } = signature ?? { kind: 'none', secret: undefined }
    const errors = declared
      ? [...nameIssues(name), ...inputIssues(product, declared, input), ...signatureIssues(declared, kind, secret)]
      : [unknownHook(product)]
    if (redirect) errors.push(...redirectIssues(redirect))
    if (errors.length > 0) throw new Problem('invalid_input', 'The hook does not fit; see errors.', { errors })
    const fields = structuredClone(input)
    return {
      ...{ name, slug, hook, enabled, signature: kind, fields, by: schedulerOf(caller) },
      ...(secret !== undefined && { secret }),
      ...(redirect && { redirect })
    }
  }

  async #find(caller: Caller, id: string): Promise<StoredHook> {
    requireWebhooksScope(caller)
    const hook = await this.store.get(caller.account, id)
    if (!hook || !mayExecute(caller, hook.slug)) throw noHook()
    return hook
  }

  async #madeView(caller: Caller, { hook, token }: MadeHook): Promise<HookView> {
    const url = `${this.settings.publicUrl}${pages.hooks}/${hook.slug}/${token}`
    return { ...(await this.#viewOf(caller, hook)), url }
  }

  async #viewOf({ account }: Caller, stored: StoredHook): Promise<HookView> {
    const { id, name, slug, hook, enabled, signature, redirect, createdAt, updatedAt, by, tokens } = stored
    const refusal = await this.callers.refusal(account, stored)
    return {
      ...{ id, name, productId: slug, hook, enabled, signature },
      action: this.callers.declaredOf(stored)?.action ?? null,
      ...(redirect !== undefined && { redirect }),
      ...(this.store.opens(account, stored) && { input: this.store.fieldsOf(account, stored) }),
      createdAt: isoTime(createdAt),
      updatedAt: isoTime(updatedAt),
      keyId: by.keyId,
      tokens: tokens.map(({ lastFour, endsAt }) => ({
        lastFour,
        ...(endsAt !== undefined && { endsAt: isoTime(endsAt) })
      })),
      ...(refusal && {
        paused: { code: refusal.code, detail: refusal.detail, resumes: refusal.status !== 401 }
      }),
      links: { self: `/api/v1/products/hooks/${id}` }
    }
  }
}

/** A hook that a product declares. */
export function hookOf({ mounted }: Mounted, name: string): Hook | undefined {
  const { hooks = {} } = mounted.product
  return Object.hasOwn(hooks, name) ? hooks[name] : undefined
}

function noHook(): Problem {
  return new Problem('not_found', 'This account has no hook with this id.')
}

function unknownHook({ mounted }: Mounted): Issue {
  const names = Object.keys(mounted.product.hooks ?? {})
  const fix = names.length > 0 ? `Send one of ${names.join(', ')}.` : 'The product has none; choose another product.'
  return { pointer: '#/hook', code: 'enum', detail: 'is no hook of this product', fix }
}

function nameIssues(name: string): readonly Issue[] {
  if (name.trim() !== '') return []
  return [{ pointer: '#/name', code: 'blank', detail: 'is blank', fix: 'Send what people call it.' }]
}

/** The account fills in the fields that the product leaves to it, with what the schema of the action takes. */
function inputIssues(product: Mounted, { action, input }: Hook, sent: HookRequest['input']): readonly Issue[] {
  const { chosen = [], fixed = {}, fields = {}, text, spread } = input
  const isGiven = (name: string) => spread === true || name === text || Object.hasOwn(fields, name)
  const unknown = Object.keys(sent)
    .filter(name => !chosen.includes(name))
    .map(name => ({
      pointer: `#/input/${name}`,
      code: 'unknown_member',
      detail: 'is not a field that the account chooses',
      fix: chosen.length > 0 ? `Send only ${chosen.join(', ')}.` : 'Leave it out.'
    }))
  const plan = product.plans.get(action)
  const { issues } = plan ? checkedInput(plan.served, structuredClone({ ...sent, ...fixed })) : { issues: [] }
  const names = [...Object.keys(sent), ...chosen.filter(name => !isGiven(name))]
  const own = issues.filter(({ pointer }) => names.some(name => `${pointer}/`.startsWith(`#/${name}/`)))
  return [...unknown, ...own.map(issue => ({ ...issue, pointer: `#/input${issue.pointer.slice(1)}` }))]
}

function signatureIssues(
  { signatures = hookSignatures }: Hook,
  kind: HookSignature,
  secret: string | undefined
): readonly Issue[] {
  if (!signatures.includes(kind)) {
    const detail = kind === 'none' ? 'is required for this hook' : 'is not one that this hook takes'
    return [{ pointer: '#/signature', code: 'enum', detail, fix: `Send the kind ${signatures.join(' or ')}.` }]
  }
  const pointer = '#/signature/secret'
  if (kind === 'none')
    return secret === undefined
      ? []
      : [{ pointer, code: 'unknown_member', detail: 'is not used', fix: 'Leave it out.' }]
  const detail = secret === undefined ? 'is missing' : secretIssue(kind, secret)
  return detail === undefined
    ? []
    : [{ pointer, code: 'pattern', detail, fix: 'Send the secret that the sender shows.' }]
}

/** A browser is sent to an address of the account, never over a connection that others can read. */
function redirectIssues(redirect: string): readonly Issue[] {
  const url = URL.canParse(redirect) ? new URL(redirect) : undefined
  if (url?.protocol === 'https:' && url.username === '' && url.password === '') return []
  return [
    {
      pointer: '#/redirect',
      code: 'format',
      detail: 'is not an https URL without a name and a password',
      fix: 'Send an address such as https://www.example.com/thanks.'
    }
  ]
}
