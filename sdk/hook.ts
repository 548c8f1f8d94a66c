/** Kinds of signatures that calls of hooks can have; `none` is no signature. */
export const hookSignatures = ['none', 'standard-webhooks', 'github', 'stripe', 'slack', 'shopify', 'basic'] as const

/** How the sender of a call proves that it knows a secret; with `none`, the URL is the only secret. */
export type HookSignature = (typeof hookSignatures)[number]

/** Forms of a body: a JSON object, the fields of a form, or the query of a GET request. */
export const hookBodies = ['json', 'form', 'query'] as const

/** What a hook reads. */
export type HookBody = (typeof hookBodies)[number]

/**
 * An action that a URL may call: an account makes a URL for it, and gives that to a sender who has no key. All of it is plain JSON.
 */
export interface Hook {
  readonly title: string
  /** What a sender does with it, in one sentence or two. */
  readonly description: string
  /** The action that a call runs, later, with what it has sent. It is not internal. */
  readonly action: string
  readonly bodies: readonly HookBody[]
  /** The signatures that an account can choose; all of them, and none, when left out. */
  readonly signatures?: readonly HookSignature[]
  readonly input: HookInput
}

/**
 * How a body becomes the input of the action. Of a field that several members give, the last one counts. A text of a form or a query becomes
 * a number or a boolean where the field is one.
 */
export interface HookInput {
  /** Each member of the body that has the name of a field becomes that field: the sender decides on all of them. */
  readonly spread?: true
  /** Fields by JSON Pointers into the body; `''` is all of it. A field whose pointer leads to nothing is left out. */
  readonly fields?: Readonly<Record<string, string>>
  /** The field that gets all of the body, as JSON text. */
  readonly text?: string
  /** Fields that the account fills in when it makes the URL. */
  readonly chosen?: readonly string[]
  /** Fields that are always the same. */
  readonly fixed?: Readonly<Record<string, unknown>>
}
