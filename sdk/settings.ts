/**
 * The calling account's settings of this product, by name, as the product's `settings` schema checked them: a setting with a
 * default is always there, secrets are in clear, and what the schema does not know is left out.
 */
export type Settings = Readonly<Record<string, string>>
