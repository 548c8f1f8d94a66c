import { Token } from '@product-host/sdk'

/** A person's account. What the person may run is told by its entitlement, its data lies with the products. */
export interface Account {
  /** Opaque, stable, the same in every product. */
  readonly id: string
  readonly email: string
  /** The argon2id hash; null until the person has set one. */
  readonly password: string | null
  /** ISO 8601, like all times here. */
  readonly passwordChangedAt: string
  readonly createdAt: string
  /** When it was shown that the address is the person's own. */
  readonly verifiedAt: string | null
}

/** The accounts of people, for parts that only look one up. */
export const ACCOUNTS = new Token<AccountDirectory>('ACCOUNTS')

/** Finds accounts. */
export interface AccountDirectory {
  /** Undefined for an account that does not exist, or that an operator makes keys for by name. */
  find(id: string): Promise<Account | undefined>
}
