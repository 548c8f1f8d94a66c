import { isBare, originOf } from '../base/addresses.js'
import { OAuthRefusal } from './refusal.js'

/** An address that tokens may be bound to (RFC 8707): that of all products, or that of one. */
export interface ProtectedResource {
  readonly address: string
  /** The only product behind it; all products when left out. */
  readonly slug?: string
}

/** The path of the resource of one product, or of all. */
export function mcpPath(slug?: string): string {
  return slug === undefined ? '/mcp' : `/mcp/${slug}`
}

/** Scopes of OpenID Connect (Core 1.0, sections 5.4 and 11), which many clients add, and which ask for no product. */
const identityScopes: ReadonlySet<string> = new Set([
  'openid',
  'profile',
  'email',
  'address',
  'phone',
  'offline_access'
])

/** The scopes that a client names, without those that ask for no product. */
export function productScopes(asked = ''): readonly string[] {
  return asked.split(' ').filter(name => name !== '' && !identityScopes.has(name))
}

/** The addresses of the Model Context Protocol, which are all that a token can be bound to. */
export class ProtectedResources {
  constructor(
    private readonly publicUrl: string,
    private readonly isProduct: (slug: string) => boolean
  ) {}

  /** The resource of one product, or of all. */
  of(slug?: string): ProtectedResource {
    return { address: this.publicUrl + mcpPath(slug), ...(slug !== undefined && { slug }) }
  }

  /** The resource that a client names; that of all products when it names none. Throws an `OAuthRefusal`. */
  find(text: string | undefined): ProtectedResource {
    if (text === undefined) return this.of()
    const path = originOf(text) === originOf(this.publicUrl) && isBare(text) ? new URL(text).pathname : ''
    const [, slug] = /^\/mcp(?:\/([a-z][a-z0-9-]{0,31}))?\/?$/.exec(path) ?? [undefined, '']
    if (slug === '' || (slug !== undefined && !this.isProduct(slug)))
      throw new OAuthRefusal('invalid_target', `The resource is ${this.of().address}, or that of one product below it.`)
    return this.of(slug)
  }

  /**
   * The scopes that a client gets: of those that it asks for, those that the resource has. Everything that the resource has when
   * it asks for none. Throws an `OAuthRefusal` when none is left.
   */
  scopesOf({ slug }: ProtectedResource, asked: string | undefined): readonly string[] {
    const names = productScopes(asked)
    const every = slug === undefined ? '*:execute' : `${slug}:execute`
    if (names.length === 0 || names.includes('*:execute')) return [every]
    const scopes = [...new Set(names)].filter(name => {
      const [, product] = /^([a-z][a-z0-9-]{0,31}):execute$/.exec(name) ?? []
      return product !== undefined && (slug === undefined ? this.isProduct(product) : product === slug)
    })
    if (scopes.length === 0) throw new OAuthRefusal('invalid_scope', 'The resource has none of these scopes.')
    return scopes
  }
}
