import { type Action, OPTIONS, type Product, type Token } from '@product-host/sdk'
import type { MountedProduct } from '@product-host/sdk/runtime'
import { providedTokens } from '../execution/provided-tokens.js'

/** A product without its code: what the host shows, checks inputs by, and judges access by. */
export interface Declaration {
  readonly product: Omit<Product, 'actions' | 'services' | 'checkSettings'>
  readonly actions: Readonly<Record<string, Omit<Action, 'run' | 'needs'>>>
  /** The names of the tokens that each action's needs lead to. */
  readonly tokens: Readonly<Record<string, readonly string[]>>
  readonly checksSettings: boolean
}

/** What a mounted product declares, as plain JSON. */
export function declarationOf({ product, actions }: MountedProduct): Declaration {
  const { actions: declared, checkSettings, ...rest } = product
  const declaration: Declaration = {
    product: rest,
    actions: declared,
    tokens: Object.fromEntries([...actions].map(([name, { tokens }]) => [name, tokens.map(token => token.name)])),
    checksSettings: checkSettings !== undefined
  }
  return JSON.parse(JSON.stringify(declaration))
}

/** The product that was declared; its actions run elsewhere. */
export function declaredProduct({ product, actions }: Declaration): Product {
  const run = () => Promise.reject(new Error('This action runs in a thread of its own.'))
  const entries = Object.entries(actions).map(([name, action]): [string, Action] => [name, { ...action, run }])
  return { ...product, actions: Object.fromEntries(entries) }
}

/** The tokens of an action, by their names. */
export function declaredTokens(names: readonly string[]): readonly Token<unknown>[] {
  return [...providedTokens, OPTIONS].filter(({ name }) => names.includes(name))
}
