import type { CallOptions, Calls } from './calls.js'

/** An action that a URL may call, as the description of a product lists it. */
export interface DescribedHook {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly action: string
  readonly bodies: readonly string[]
  readonly signatures: readonly string[]
  /** The fields of the action that the account fills in when it makes the hook. */
  readonly chosen: readonly string[]
}

/** What is decided of a hook; what is left out is as the host documents it. */
export interface HookMembers {
  readonly product: string
  /** Its name in the description of the product. */
  readonly hook: string
  readonly name: string
  /** The fields that the product leaves to the account. */
  readonly input?: Readonly<Record<string, unknown>>
  /** How the sender signs its calls; null for not at all. The secret is never shown. */
  readonly signature?: { readonly kind: string; readonly secret?: string } | null
  /** Where a browser is sent after it has sent a form; null for a page of the host. */
  readonly redirect?: string | null
  readonly enabled?: boolean
}

/** Members of a hook that are changed. */
export type HookChange = Partial<Omit<HookMembers, 'product' | 'hook'>>

/** A URL that may call one action; times are ISO 8601. */
export interface Hook {
  readonly id: string
  readonly name: string
  readonly productId: string
  readonly hook: string
  /** What it calls; null if the product has no such hook any more. */
  readonly action: string | null
  readonly enabled: boolean
  readonly signature: string
  readonly redirect?: string
  readonly input?: Readonly<Record<string, unknown>>
  readonly createdAt: string
  readonly updatedAt: string
  readonly keyId: string
  readonly tokens: readonly { readonly lastFour: string; readonly endsAt?: string }[]
  /** Why it takes no calls although it is enabled, and whether it goes on by itself when the cause is gone. */
  readonly paused?: { readonly code: string; readonly detail: string; readonly resumes: boolean }
  /** Only in the answers of `create` and `rotate`: whoever has it calls the action. */
  readonly url?: string
  readonly links: { readonly self: string }
}

const base = '/products/hooks'

/** The account's hooks: URLs that may call one action each. The key needs the scope `account:webhooks`. */
export class HookClient {
  constructor(private readonly calls: Calls) {}

  /** Those of products that the key may execute, the oldest first. */
  async list(options?: CallOptions): Promise<readonly Hook[]> {
    return (await this.calls.send({ method: 'GET', path: base, isRepeatable: true }, options)).body.hooks
  }

  async get(id: string, options?: CallOptions): Promise<Hook> {
    return (await this.calls.send({ method: 'GET', path: at(id), isRepeatable: true }, options)).body
  }

  /** Makes a hook, whose `url` is shown this once. It is not sent again when no answer came: the first try may have made it. */
  async create(members: HookMembers, options?: CallOptions): Promise<Hook> {
    return (await this.calls.send({ method: 'POST', path: base, body: members, isRepeatable: false }, options)).body
  }

  async change(id: string, change: HookChange, options?: CallOptions): Promise<Hook> {
    return (await this.calls.send({ method: 'PATCH', path: at(id), body: change, isRepeatable: true }, options)).body
  }

  /** Gives a hook another URL; the former one is good for so many seconds more. It is not sent again when no answer came. */
  async rotate(id: string, overlapSeconds = 0, options?: CallOptions): Promise<Hook> {
    const sent = { method: 'POST', path: `${at(id)}/rotate`, body: { overlapSeconds }, isRepeatable: false } as const
    return (await this.calls.send(sent, options)).body
  }

  /** Lets a hook go on whose key or session has ended, in the name of the client's key. */
  async resume(id: string, options?: CallOptions): Promise<Hook> {
    return (await this.calls.send({ method: 'POST', path: `${at(id)}/resume`, isRepeatable: true }, options)).body
  }

  /** Its URL ends. It is not sent again when no answer came: the first try may have deleted it. */
  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.calls.send({ method: 'DELETE', path: at(id), isRepeatable: false }, options)
  }
}

function at(id: string): string {
  return `${base}/${encodeURIComponent(id)}`
}
