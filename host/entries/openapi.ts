import { type Static, Type } from '@product-host/sdk'
import {
  AccountValue,
  AccountValues,
  type GivenSetting,
  headersIssue,
  headerText,
  isHttpUrl,
  onceEach,
  settingsIn
} from './account-value.js'

const closed = { additionalProperties: false }

/** How a request says who sends it; exactly one way. */
const Auth = Type.Object(
  {
    /** A header with a setting of the account. */
    header: Type.Optional(Type.String({ minLength: 1 })),
    /** A parameter of the query with a setting of the account. */
    query: Type.Optional(Type.String({ minLength: 1 })),
    /** The setting of `header` or `query`. */
    setting: Type.Optional(Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_.-]{0,127}$' })),
    /** What forms call that setting; by default, its name. */
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    /** What stands before it, such as `Bearer `. */
    prefix: Type.Optional(Type.String()),
    /** HTTP Basic authentication (RFC 7617). */
    basic: Type.Optional(Type.Object({ user: AccountValue, password: AccountValue }, closed)),
    /** An access token by the client credentials grant of OAuth 2.0 (RFC 6749, section 4.4). */
    clientCredentials: Type.Optional(
      Type.Object(
        {
          tokenUrl: Type.String(),
          clientId: AccountValue,
          clientSecret: AccountValue,
          scope: Type.Optional(Type.String({ minLength: 1 }))
        },
        closed
      )
    )
  },
  closed
)

/** The member `openapi` of an entry of the deployment file: an HTTP interface whose operations are a product's actions. */
export const OpenapiMember = Type.Object(
  {
    /** The OpenAPI document, 3.0 to 3.2, in JSON or YAML: a file, from the deployment's folder, or a URL. */
    document: Type.String({ minLength: 1 }),
    /** OpenAPI Overlays that change it, in their order: files, from the deployment's folder, or URLs. */
    overlays: Type.Optional(Type.Array(Type.String({ minLength: 1 }), { minItems: 1 })),
    /** Where the interface is; by default, the first server of the document. */
    server: Type.Optional(Type.String()),
    /** The operations that are served, by `operationId` or as `GET /pets`; by default, all. */
    operations: Type.Optional(Type.Array(Type.String({ minLength: 1 }), { minItems: 1, uniqueItems: true })),
    /** The tags whose operations are served; by default, all. */
    tags: Type.Optional(Type.Array(Type.String({ minLength: 1 }), { minItems: 1, uniqueItems: true })),
    /** Further headers of every request. */
    headers: AccountValues,
    auth: Type.Optional(Auth)
  },
  closed
)

/** An HTTP interface, as the deployment file describes it. */
export type OpenapiMember = Static<typeof OpenapiMember>

/** What is wrong with the member, as the end of a sentence that begins with the entry; undefined when it is sound. */
export function openapiIssue({ server, auth, headers }: OpenapiMember): string | undefined {
  if (server !== undefined && !isHttpUrl(server))
    return 'has a "server" that is not an absolute http or https URL without user name, password and fragment'
  const wrongHeader = headersIssue({
    ...headers,
    ...(auth?.header !== undefined && { [auth.header]: authValue(auth) })
  })
  if (wrongHeader || !auth) return wrongHeader
  const { header, query, setting, basic, clientCredentials } = auth
  const ways = [header, query, basic, clientCredentials].filter(way => way !== undefined)
  if (ways.length !== 1) return 'needs exactly one of "header", "query", "basic" and "clientCredentials" in "auth"'
  if ((setting === undefined) === (header !== undefined || query !== undefined))
    return 'needs "setting" in "auth" beside "header" or "query", and only there'
  if (clientCredentials && !isHttpUrl(clientCredentials.tokenUrl))
    return 'has a "tokenUrl" that is not an absolute http or https URL without user name, password and fragment'
  return undefined
}

/** The value of `header` or `query`. */
export function authValue({ setting = '', title, prefix }: NonNullable<OpenapiMember['auth']>): AccountValue {
  return { setting, ...(title !== undefined && { title }), ...(prefix !== undefined && { prefix }) }
}

/** The settings of accounts that an interface is given. */
export function settingsOfInterface({ headers, auth }: OpenapiMember): readonly GivenSetting[] {
  const { basic, clientCredentials } = auth ?? {}
  const own = auth?.setting === undefined ? [] : [authValue(auth)]
  const inHeaders = [...Object.values(headers), ...(auth?.header === undefined ? [] : own)]
  return onceEach([
    ...settingsIn([
      ...own,
      ...(basic ? [basic.user, basic.password] : []),
      ...(clientCredentials ? [clientCredentials.clientId, clientCredentials.clientSecret] : [])
    ]),
    ...settingsIn(inHeaders, headerText)
  ])
}
