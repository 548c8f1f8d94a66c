/** What is true of a stored deployment and cannot be read out of its store: passwords, tokens, keys, and what it answered. */
export interface Facts {
  /** When the host stopped, ISO 8601. */
  readonly madeAt: string
  readonly people: Readonly<Record<string, Person>>
  readonly keys: Readonly<Record<string, Key>>
  /** Unused tokens of e-mailed links and of a checkout page, by what they are for. */
  readonly tokens: Readonly<Record<string, string>>
  /** A call that was sent with an Idempotency-Key, and the bytes of its answer. */
  readonly replay: {
    readonly key: string
    readonly slug: string
    readonly idempotencyKey: string
    readonly body: object
    readonly answer: { readonly status: number; readonly text: string }
  }
  /** Answers of routes that only read, by whoever is signed in. */
  readonly shown: Readonly<Record<string, unknown>>
  /** The accounts that have customers at Stripe, by the customers' numbered names. */
  readonly customers: Readonly<Record<string, string>>
  /** Signs what the deployment sends. */
  readonly secret: string
}

/** Somebody with an account. */
export interface Person {
  readonly id: string
  readonly email: string
  readonly password: string
  /** The cookies of a browser that is signed in; empty where there is none. */
  readonly cookie: string
  /** The second factor's secret. */
  readonly factor?: string
  readonly recoveryCodes?: readonly string[]
}

/** A bearer key. */
export interface Key {
  readonly id: string
  readonly account: string
  readonly key: string
  readonly status: 'good' | 'overlapping' | 'revoked' | 'expired' | 'disabled' | 'unpaid'
}
