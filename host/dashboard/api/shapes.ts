import type { Fault } from './problem.js'

/** JSON Schema, as far as the pages look into it. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly description?: string
  readonly title?: string
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly $defs?: Readonly<Record<string, Schema>>
  readonly writeOnly?: boolean
  /** The setting that holds the address which a secret is sent to. */
  readonly sentTo?: string
}

/** `GET /dashboard/api/site` */
export interface Site {
  /** The published key, only while the local demo is on. */
  readonly demoKey: string | null
  readonly sendsMail: boolean
  readonly limits: { readonly key: Rate; readonly account: Rate; readonly atOnce: number; readonly bodyBytes: number }
  readonly problems: readonly ProblemKind[]
}

/** So many requests in so many seconds. */
export interface Rate {
  readonly requests: number
  readonly seconds: number
}

/** One of the host's refusals. */
export interface ProblemKind {
  readonly code: string
  readonly status: number
  readonly title: string
  readonly retryable: boolean
}

/** `GET /dashboard/api/accounts/me` */
export interface Account {
  readonly id: string
  readonly email: string
  readonly emailVerified: boolean
  readonly createdAt: string
}

/** `GET /dashboard/api/billing` */
export interface Billing {
  /** Who bills: nobody, a stand-in on this machine, or Stripe. */
  readonly billing: 'none' | 'local' | 'stripe'
  readonly plan: string | null
  readonly status: 'none' | 'trialing' | 'active' | 'expired' | 'canceled'
  readonly trialEndsAt: string | null
  readonly card: { readonly held: boolean; readonly brand?: string | null; readonly last4?: string | null }
}

/** One of `GET /dashboard/api/keys`; `key` is there only in the answer that makes it. */
export interface Key {
  readonly id: string
  readonly key?: string
  readonly name: string
  readonly lastFour: string
  readonly scopes: readonly string[]
  readonly status: 'good' | 'expired' | 'revoked'
  readonly createdAt: string
  readonly expiresAt: string | null
  readonly lastUsedAt: string | null
  readonly revokedAt: string | null
  readonly replacedBy: string | null
}

/** `GET /dashboard/api/keys`, the newest first */
export interface KeyPage {
  readonly keys: readonly Key[]
  /** Where the next page starts; null when this is the last. */
  readonly next: string | null
}

/** One of `GET /dashboard/api/sessions` */
export interface Session {
  readonly id: string
  readonly createdAt: string
  readonly lastSeenAt: string
  readonly expiresAt: string
  readonly userAgent: string
  /** Browser and system in two words. */
  readonly browser: string
  readonly isCurrent: boolean
}

/** `GET /dashboard/api/accounts/me/events` */
export interface SecurityEventPage {
  readonly events: readonly SecurityEvent[]
  readonly next: string | null
}

/** One thing that has happened to the security of an account. */
export interface SecurityEvent {
  readonly id: string
  readonly at: string
  readonly kind: string
  readonly title: string
  readonly keyId?: string
  readonly product?: string
  readonly network?: string
  readonly browser?: string
  readonly count?: number
}

/** `GET /dashboard/api/accounts/me/second-factor` */
export interface FactorStatus {
  readonly isActive: boolean
  readonly activeSince: string | null
  readonly recoveryCodesLeft: number
  readonly removedAt: string | null
}

/** `POST /dashboard/api/accounts/me/second-factor` */
export interface PendingFactor {
  readonly secret: string
  readonly uri: string
  readonly expiresAt: string
}

/** One of `GET /api/v1/products` */
export interface ProductSummary {
  readonly slug: string
  readonly title: string
  readonly description: string
  readonly version: string
  readonly status: string
  readonly actions: readonly string[]
  readonly config: boolean
}

/** `GET /api/v1/products/{slug}/execute` */
export interface Product {
  readonly slug: string
  readonly title: string
  readonly description: string
  readonly version: string
  readonly contract: { readonly version: number; readonly digest: string }
  readonly status: string
  readonly availability: { readonly waitlist: boolean; readonly requires: readonly string[] }
  readonly needs: readonly string[]
  readonly actions: readonly Action[]
  readonly config: {
    readonly supported: boolean
    readonly settingsSchema?: Schema
    readonly secrets?: readonly string[]
  }
}

/** One action of a product. */
export interface Action {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly effect: 'read' | 'write' | 'external'
  readonly inputSchema: Schema
  readonly outputSchema: Schema
  readonly examples: readonly Example[]
  readonly limits: { readonly timeoutMs: number }
  readonly errors: readonly { readonly code: string; readonly description: string }[]
  readonly deprecated?: unknown
}

/** A body that an action takes. */
export interface Example {
  readonly title: string
  readonly input: Readonly<Record<string, unknown>>
}

/** What an action answers with status 200. */
export interface Outcome {
  readonly ok: boolean
  readonly productId: string
  readonly action: string
  readonly summary: string
  readonly latencyMs: number
  readonly metrics: Readonly<Record<string, number>>
  readonly detail: Readonly<Record<string, unknown>>
  readonly requestId: string
}

/** `GET` and `PUT …/config` */
export interface Config {
  readonly enabled: boolean
  readonly settings: Readonly<Record<string, string>>
  readonly unrecognised: readonly string[]
  readonly revision: number
  readonly updatedAt: string | null
}

export type { ConfigRevision as Revision, UsageFigures as Figures, UsageReport } from '@product-host/sdk/client'
export type { Fault }
