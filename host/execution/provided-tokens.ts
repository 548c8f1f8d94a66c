import { CLOCK, EGRESS, JOBS, LOGGER, MODEL, PRODUCTS, SETTINGS, STORAGE, type Token } from '@product-host/sdk'

/** The tokens that this host provides to products. */
export const providedTokens: readonly Token<unknown>[] = [
  STORAGE,
  LOGGER,
  CLOCK,
  PRODUCTS,
  SETTINGS,
  JOBS,
  EGRESS,
  MODEL
]
