import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

interface HeaderPart {
  readonly required?: boolean
  readonly schema: { readonly type: string }
}

interface ResponsePart {
  readonly $ref?: string
  readonly headers: Readonly<Record<string, { readonly $ref: string }>>
  readonly content?: Readonly<
    Record<string, { readonly schema: object; readonly examples?: Readonly<Record<string, { value: unknown }>> }>
  >
}

interface OperationPart {
  readonly operationId: string
  readonly requestBody?: {
    readonly content: Readonly<
      Record<
        string,
        { readonly schema: object; readonly examples?: Readonly<Record<string, { value: Record<string, unknown> }>> }
      >
    >
  }
  readonly responses: Readonly<Record<string, ResponsePart>>
}

/** What the tests read of an OpenAPI document. */
export interface OpenApi {
  readonly openapi: string
  readonly info: { readonly version: string }
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationPart>>>>
  readonly components: {
    readonly headers: Readonly<Record<string, HeaderPart>>
    readonly responses: Readonly<Record<string, ResponsePart>>
    readonly schemas: Readonly<Record<string, { readonly properties?: object }>>
  }
}

/** An answer as it came. */
export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** A deployment's own description of its interface, which its answers are held against. */
export class Interface {
  readonly #ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }))

  readonly #validators = new Map<string, ValidateFunction>()

  constructor(readonly document: OpenApi) {
    this.#ajv.addSchema(document, 'document')
  }

  /** The interface that a started host describes. */
  static async of(url: string): Promise<Interface> {
    const response = await fetch(`${url}/openapi.json`, { headers: { Connection: 'close' } })
    return new Interface(JSON.parse(await response.text()))
  }

  /** Everything in which an answer is not what the document says; nothing when it is. */
  faults(method: string, path: string, reply: Answered): readonly string[] {
    const address = path.split('?')[0] ?? ''
    const operation = this.document.paths[address]?.[method.toLowerCase()]
    if (!operation) return this.#unlisted(reply)
    const exact = operation.responses[String(reply.status)]
    const response = exact ?? operation.responses[`${String(reply.status).slice(0, 1)}XX`]
    if (!response) return [`${operation.operationId} has no answer ${reply.status}`]
    return this.#judge(this.#resolve(response), reply)
  }

  /** The faults of a request's body. */
  bodyFaults(path: string, body: unknown): readonly string[] {
    const schema = this.document.paths[path]?.post?.requestBody?.content['application/json']?.schema
    return schema ? this.#fit(schema, body) : [`${path} takes no body`]
  }

  /** What is sent to an address or with a method that the document does not list gets one of the refusals of any address. */
  #unlisted(reply: Answered): readonly string[] {
    const { refused } = this.document.components.responses
    return refused ? this.#judge(refused, reply) : ['the document has no refusals for any address']
  }

  #judge({ headers, content }: ResponsePart, reply: Answered): readonly string[] {
    return [...this.#headerFaults(headers, reply.headers), ...this.#contentFaults(content, reply)]
  }

  *#headerFaults(listed: ResponsePart['headers'], sent: Headers): Generator<string> {
    for (const name of Object.keys(this.document.components.headers))
      if (!name.endsWith('.always') && sent.has(name) && !listed[name]) yield `the header ${name} is not described here`
    for (const [name, { $ref }] of Object.entries(listed)) {
      const header = this.document.components.headers[$ref.split('/').at(-1) ?? '']
      const value = sent.get(name)
      if (!header) yield `the header ${name} points nowhere`
      else if (value === null) {
        if (header.required) yield `the header ${name} is missing`
      } else
        yield* this.#fit(header.schema, header.schema.type === 'integer' ? Number(value) : value).map(
          fault => `${name}: ${fault}`
        )
    }
  }

  *#contentFaults(content: ResponsePart['content'], { headers, text }: Answered): Generator<string> {
    if (!content) {
      if (text !== '') yield 'there is a body'
      return
    }
    const type = headers.get('content-type')?.split(';')[0] ?? ''
    const media = content[type]
    if (!media) yield `the media type ${type} is not described`
    else if (type.endsWith('json')) {
      const body: unknown = JSON.parse(text)
      yield* this.#fit(media.schema, body)
      const known = Object.keys(this.document.components.schemas.Problem?.properties ?? {})
      if (type === 'application/problem+json')
        yield* Object.keys(Object(body)).flatMap(name => (known.includes(name) ? [] : [`${name} is not described`]))
    }
  }

  #fit(schema: object, value: unknown): readonly string[] {
    const local = JSON.stringify(schema).replaceAll('"#/', '"document#/')
    const validate = this.#validators.get(local) ?? this.#ajv.compile(JSON.parse(local))
    this.#validators.set(local, validate)
    return validate(value) ? [] : (validate.errors ?? []).map(error => `${error.instancePath} ${error.message}`)
  }

  #resolve(response: ResponsePart): ResponsePart {
    const name = response.$ref?.split('/').at(-1)
    return (name === undefined ? undefined : this.document.components.responses[name]) ?? response
  }
}
