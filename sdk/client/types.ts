import type { DescribedHook } from './hooks.js'

/** What an action takes and gives, as generated types have it. */
export interface ActionTypes {
  readonly input: object
  readonly detail: object
  readonly metrics: object
  /** The codes of its expected failures; any text where generated types do not name them. */
  readonly errors?: string
}

/** The actions of products, by slug and name. `product-host types` writes one of these from a running host. */
export type ProductTypes = Readonly<Record<string, Readonly<Record<string, ActionTypes>>>>

/** Products of which nothing is known. */
export type AnyProducts = Readonly<
  Record<string, Readonly<Record<string, { input: Fields; detail: Fields; metrics: Readonly<Record<string, number>> }>>>
>

/** An object of whatever members. */
type Fields = Readonly<Record<string, unknown>>

/** The names that a record has. */
export type NameOf<Record> = keyof Record & string

interface Answered {
  readonly productId: string
  readonly action: string
  /** One sentence for a person. */
  readonly summary: string
  /** Milliseconds that the host took. */
  readonly latencyMs: number
  readonly requestId: string
}

/** The answer to a call that did what was asked. */
export interface Done<Action extends ActionTypes> extends Answered {
  readonly ok: true
  readonly metrics: Action['metrics']
  /** The result of the action, and the fields that it does not know. */
  readonly detail: Action['detail'] & FieldNotes
}

/** A plan that a person has to confirm. */
export interface ConfirmationDetails {
  readonly steps: readonly {
    readonly product: string
    readonly action: string
    readonly input: Fields
    readonly effect: 'read' | 'write' | 'external'
    /** If a schedule of the call is made in place of the call: when it is due. */
    readonly schedule?: Pick<Schedule, 'name' | 'cron'> & Partial<Pick<Schedule, 'timezone' | 'overlap' | 'missed'>>
  }[]
  /** The parts of the request that the product did not understand, and that the steps ignore. */
  readonly notUnderstood: readonly string[]
  /** Sent as `confirmation` of `execute`, it runs exactly this plan, once. */
  readonly token: string
  /** ISO 8601. */
  readonly expiresAt: string
}

/** The answer to a call that ended in an expected failure. */
export interface NotDone<Action extends ActionTypes = ActionTypes> extends Answered {
  readonly ok: false
  readonly metrics: Readonly<Record<string, number>>
  readonly detail: Fields &
    FieldNotes & {
      readonly error: {
        readonly code: Action extends { readonly errors: infer Code } ? Code : string
        readonly message: string
        readonly retryable: boolean
        /** Of `needs_confirmation`: what a person has to confirm. */
        readonly details?: ConfirmationDetails
      }
    }
}

/** What an answer says of the names of the fields that were sent; a member without content is left out. */
export interface FieldNotes {
  /** The names of fields that the action does not have. */
  readonly ignoredFields?: readonly string[]
  /** Fields that were probably meant for another one, which is absent; `warning` says so in a sentence. */
  readonly misspeltFields?: readonly { readonly field: string; readonly meant: string; readonly warning: string }[]
}

/** What `execute` gives; `ok` tells which of both it is. */
export type Answer<Action extends ActionTypes> = Done<Action> | NotDone<Action>

/** An action as `describe` gives it; schemas are JSON Schema 2020-12. */
export interface ActionDescription {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly effect: 'read' | 'write' | 'external'
  readonly annotations: {
    readonly readOnlyHint: boolean
    /** Whether it may delete or overwrite what cannot be restored. */
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
    readonly openWorldHint: boolean
  }
  readonly inputSchema: Fields
  readonly outputSchema: Fields
  readonly examples: readonly { readonly title: string; readonly input: Fields }[]
  readonly intents: { readonly phrases: readonly string[]; readonly keywords: readonly string[] }
  /** The fields by which a caller says that a person agrees; tools of the Model Context Protocol do not have them. */
  readonly confirmationFields?: readonly string[]
  /** Set if the action can end with a plan that a person has to confirm: the member of the body that confirms it. */
  readonly confirmation?: { readonly field: 'confirmation'; readonly description: string }
  readonly limits: { readonly timeoutMs: number }
  readonly errors: readonly { readonly code: string; readonly description: string }[]
  readonly deprecated?: { readonly since: string; readonly sunset?: string; readonly instead?: string }
}

/** A product as `describe` gives it. */
export interface ProductDescription {
  readonly productId: string
  readonly slug: string
  readonly title: string
  readonly description: string
  /** The data of one SVG path in a box of 24 by 24, stroked with round ends and not filled. */
  readonly icon: string
  /** The hue of the icon, in degrees of OKLCH. */
  readonly accent: number
  readonly version: string
  readonly contract: { readonly version: number; readonly digest: string }
  readonly status: string
  readonly availability: { readonly waitlist: boolean; readonly requires: readonly string[] }
  readonly needs: readonly string[]
  /** The products that it calls; left out if there are none. */
  readonly neededProducts?: readonly {
    readonly slug: string
    readonly actions: readonly string[]
    /** Whether it is served without the other one as well. */
    readonly optional: boolean
    readonly served: boolean
  }[]
  readonly actions: readonly ActionDescription[]
  readonly config: {
    readonly supported: boolean
    readonly settingsSchema?: Fields
    readonly secrets?: readonly string[]
  }
  /** The events that it sends by webhooks: each description says when, and `dataSchema` is the schema of `data` in the body. */
  readonly webhookEvents: readonly {
    readonly name: string
    readonly description: string
    readonly dataSchema: Fields
  }[]
  /** The actions that a URL may call; left out if there are none. */
  readonly hooks?: readonly DescribedHook[]
  /** What its page in the dashboard shows first, by titles; absent where that is nothing. */
  readonly home?: readonly string[]
  readonly links: Readonly<Record<string, string>>
}

/** A product as the catalogue lists it. */
export interface ProductSummary {
  readonly productId: string
  readonly slug: string
  readonly title: string
  readonly description: string
  /** The data of one SVG path in a box of 24 by 24, stroked with round ends and not filled. */
  readonly icon: string
  /** The hue of the icon, in degrees of OKLCH. */
  readonly accent: number
  readonly version: string
  readonly status: string
  readonly actions: readonly string[]
  /** What people call the actions, by name. */
  readonly actionTitles: Readonly<Record<string, string>>
  /** Whether it has something to configure. */
  readonly config: boolean
  /** What an account needs besides the plan. */
  readonly availability: { readonly waitlist: boolean; readonly requires: readonly string[] }
  readonly links: Readonly<Record<string, string>>
}

/** An account's config of a connection product, and the entity tag that `put` takes as `ifMatch`. */
export interface ProductConfig {
  readonly productId: string
  readonly enabled: boolean
  /** Secrets are `********`; sending that value back keeps the secret. */
  readonly settings: Readonly<Record<string, string>>
  readonly unrecognised: readonly string[]
  readonly revision: number
  /** ISO 8601; null when it was never saved. */
  readonly updatedAt: string | null
  /** Why the product gets none of the settings until they are saved again; left out where it gets them. */
  readonly withheld?: string
  readonly etag: string
}

/** A change of a config: what is left out stays as it is; settings replace the whole map. */
export interface ConfigChange {
  readonly enabled?: boolean
  readonly settings?: Readonly<Record<string, string>>
}

/** One change of a config; never a value. */
export interface ConfigRevision {
  readonly revision: number
  readonly at: string
  readonly keyId: string
  readonly enabled: boolean
  readonly changed: readonly string[]
}

/** What is known of a call; times are ISO 8601. */
export interface KnownOfCall {
  readonly action?: string
  readonly requestId?: string
  /** The name of the machine that ran it. */
  readonly host?: string
  readonly beganAt?: string
  /** When it had ended at the latest. */
  readonly deadlineAt?: string
  /** The code that it ended with, where that does not say what was done. */
  readonly failure?: string
  readonly settledAt?: string
  /** What was noted when the outcome was settled. */
  readonly note?: string
}

/** What became of a request with an Idempotency-Key. */
export interface Outcome extends KnownOfCall {
  readonly productId: string
  /** Names the request within its product. */
  readonly id: string
  readonly status: 'running' | 'answered' | 'outcome_unknown' | 'settled' | 'not_done' | 'cancelled'
  /** The run that the key names. */
  readonly run?: string
  /** In a list of lost outcomes. */
  readonly idempotencyKey?: string
  /** What the request was answered: an answer, or a problem. */
  readonly answer?: { readonly status: number; readonly body: Readonly<Record<string, unknown>> }
}

/** A call that was accepted and runs later; times are ISO 8601. */
export interface Run<Received = Readonly<Record<string, unknown>>> {
  readonly id: string
  readonly productId: string
  readonly action: string
  /** The last three are final. */
  readonly status: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'
  readonly createdAt: string
  readonly startedAt?: string
  readonly endedAt?: string
  readonly cancelRequestedAt?: string
  /** The run of which it is a repetition. */
  readonly replayOf?: string
  /** The schedule that started it. */
  readonly schedule?: string
  /** The hook that started it. */
  readonly hook?: string
  /** The run after which it was started. */
  readonly follows?: string
  /** What is run after it. */
  readonly follower?: { readonly on: Follower['on']; readonly productId: string; readonly action: string }
  /** The run that its follower is, once it has ended as that asks for. */
  readonly followedBy?: string
  /** Of the request that started it. */
  readonly requestId: string
  readonly keyId: string
  /** How often its action was begun. */
  readonly attempts: number
  readonly progress?: RunProgress
  /** The answer of a run that has ended with one; `ok: false` is an answer too. */
  readonly result?: Received
  /** The refusal that ended it. */
  readonly problem?: Readonly<Record<string, unknown>>
  readonly links: { readonly self: string; readonly cancel?: string }
}

/** What is run after a run, once and at most five in a row. */
export interface Follower {
  /** How the run before has to end. */
  readonly on: 'succeeded' | 'failed'
  readonly product: string
  readonly action: string
  /** `{ $result: '/detail/id' }` stands for the value to which this JSON Pointer leads in what the run before came to. */
  readonly input?: Readonly<Record<string, unknown>>
  readonly follower?: Follower
}

/** How far a run has come, as its action counts. */
export interface RunProgress {
  readonly done: number
  readonly total?: number
  readonly message?: string
}

/** Which runs are cancelled together: those with some ids, those of a product or of one of its actions, or all that have not ended. */
export type RunSelection =
  | { readonly ids: readonly string[] }
  | { readonly product: string; readonly action?: string }
  | { readonly all: true }

/** What became of runs that were to be cancelled; those that ran end soon. */
export interface CancelledRuns {
  readonly runs: readonly Run[]
  /** Each with a JSON Pointer to its id, such as `#/ids/0`. */
  readonly refused: readonly { readonly pointer: string; readonly code: string; readonly detail: string }[]
  /** Whether more of them have not ended. */
  readonly more: boolean
}

/** What is decided of a schedule; what is left out is as the host documents it. */
export interface ScheduleMembers {
  readonly name: string
  /** Minute, hour, day of the month, month and day of the week. */
  readonly cron: string
  /** A name of the IANA time zone database. */
  readonly timezone?: string
  readonly product: string
  readonly action: string
  readonly input?: Readonly<Record<string, unknown>>
  readonly enabled?: boolean
  readonly overlap?: 'skip' | 'queue' | 'allow'
  readonly missed?: 'skip' | 'once' | 'all'
}

/** Members of a schedule that are changed. */
export type ScheduleChange = Partial<ScheduleMembers>

/** What starts runs at given times; times are ISO 8601. */
export interface Schedule extends Required<Omit<ScheduleMembers, 'product' | 'input'>> {
  readonly id: string
  readonly productId: string
  /** For a key with every scope of the one that decided on it. */
  readonly input?: Readonly<Record<string, unknown>>
  readonly createdAt: string
  readonly updatedAt: string
  readonly keyId: string
  /** The next five times. */
  readonly next: readonly string[]
  /** Why it starts nothing, and whether it goes on by itself when the cause is gone. */
  readonly paused?: {
    readonly code: string
    readonly detail: string
    readonly since: string
    readonly resumes: boolean
  }
  readonly lastRun?: string
  readonly links: { readonly self: string; readonly firings: string; readonly lastRun?: string }
}

/** What a schedule did at a time; times are ISO 8601. */
export interface Firing {
  readonly dueAt: string
  readonly at: string
  /** The run that was started. */
  readonly run?: string
  /** Why none was started: `overlap`, `missed` or the code of a refusal. */
  readonly skipped?: string
  /** How many missed times in a row, the last of which is `dueAt`. */
  readonly times?: number
}

/** Which runs are listed, the newest first. */
export interface RunQuestion {
  readonly status?: Run['status']
  readonly product?: string
  /** The `next` of the page before. */
  readonly after?: string
  /** From 1 to 100. */
  readonly limit?: number
}

/** What somebody found out about a lost outcome. */
export interface OutcomeFinding {
  readonly product: string
  readonly outcome: 'done' | 'not_done'
  /** How that was found out. */
  readonly note?: string
}

/** One thing that decides whether an account may run a product, and how it came out. */
export interface AccessCheck {
  /** Such as `plan` or `payment_card`. */
  readonly check: string
  /** Where that is laid down, such as `key`, `billing` or `deployment`. */
  readonly source: string
  readonly outcome: 'passed' | 'refused' | 'not_required'
  /** The code of the refusal. */
  readonly code?: string
  readonly detail: string
}

/** Whether an account may run a product, and why. */
export interface AccessReport {
  readonly productId: string
  readonly allowed: boolean
  readonly checks: readonly AccessCheck[]
  readonly links: Readonly<Record<string, string>>
}
