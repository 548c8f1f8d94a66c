import type { Products } from '../products.js'

/** A deployment without any other product. */
export const noProducts: Products = {
  describe: () => [],
  effect: () => undefined,
  async execute(product) {
    const message = `There is no product "${product}".`
    return {
      ok: false,
      summary: message,
      metrics: {},
      detail: { error: { code: 'unknown_product', message, retryable: false } }
    }
  }
}
