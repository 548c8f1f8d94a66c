import t from 'tap'
import { documentOf, listening, served } from '../../fixtures/openapi-source.js'

const string = { type: 'string' }
const binary = { type: 'string', format: 'binary' }

/** A document whose operations are posts with these bodies, by their names. */
function posts(bodies: Readonly<Record<string, object>>, members: object = {}): object {
  const paths = Object.entries(bodies).map(([operationId, content]) => [
    `/${operationId}`,
    { post: { operationId, requestBody: { required: true, content }, responses: { 204: { description: 'Done.' } } } }
  ])
  return documentOf(Object.fromEntries(paths), members)
}

const form = (properties: object, members: object = {}) => ({
  'multipart/form-data': { schema: { type: 'object', properties, ...members } }
})

async function interfaceOf(t: Parameters<typeof listening>[0], document: object) {
  const { url, received } = await listening(t, (_, response) => response.writeHead(204).end())
  const host = await served(t, document, { server: url })
  /** The parts of the last form that was received, each with its header. */
  const parts = () => {
    const { headers, body = '' } = received.at(-1) ?? {}
    const boundary = /^multipart\/form-data; boundary=(\S+)$/.exec(headers?.['content-type'] ?? '')?.[1]
    const [start, ...all] = `\r\n${body}`.split(`\r\n--${boundary}`)
    t.strictSame([start, all.pop()], ['', '--\r\n'])
    return all.map(part => part.slice(2))
  }
  const inputSchema = async (name: string) =>
    (await host.describe()).actions.find((action: { name: string }) => action.name === name).inputSchema.properties
  return { ...host, received, parts, inputSchema }
}

const base64 = (text: string) => Buffer.from(text).toString('base64')

t.test('a file is given by its bytes in base64, and sent as a part with its name and media type', async t => {
  const document = posts({
    upload: form(
      {
        photo: { ...binary, description: 'The photo.' },
        caption: string,
        tags: { type: 'array', items: string },
        about: { type: 'object', properties: { by: string } }
      },
      { required: ['photo'] }
    )
  })
  const { run, parts, inputSchema } = await interfaceOf(t, document)
  t.match(await inputSchema('upload'), {
    photo: {
      type: 'object',
      description: 'The photo.',
      properties: { base64: { type: 'string' }, name: { type: 'string' }, type: { type: 'string' } },
      required: ['base64'],
      additionalProperties: false
    },
    caption: { type: 'string' }
  })
  const photo = { base64: base64('\x89PNG\r\n'), name: 'a "cat"\n.png', type: 'image/png' }
  t.match((await run('upload', { photo, caption: 'é', tags: ['a', 'b'], about: { by: 'Ada' } })).body, { ok: true })
  t.strictSame(parts(), [
    'Content-Disposition: form-data; name="photo"; filename="a %22cat%22%0A.png"\r\nContent-Type: image/png\r\n\r\n\x89PNG\r\n',
    'Content-Disposition: form-data; name="caption"\r\n\r\né',
    'Content-Disposition: form-data; name="tags"\r\n\r\na',
    'Content-Disposition: form-data; name="tags"\r\n\r\nb',
    'Content-Disposition: form-data; name="about"\r\nContent-Type: application/json\r\n\r\n{"by":"Ada"}'
  ])
  t.match((await run('upload', { photo: { base64: '' } })).body, { ok: true })
  t.strictSame(parts(), [
    'Content-Disposition: form-data; name="photo"; filename="photo"\r\nContent-Type: application/octet-stream\r\n\r\n'
  ])
})

t.test('what is no base64, or no media type, is refused in its place before anything is sent', async t => {
  const { run, received } = await interfaceOf(t, posts({ upload: form({ photos: { type: 'array', items: binary } }) }))
  const errorOf = async (file: object) => {
    const { status, body } = await run('upload', { photos: [{ base64: base64('a') }, file] })
    return [status, body.errors?.[0].pointer, body.errors?.[0].detail]
  }
  for (const text of ['cat.png', 'YQ', 'YQ==\n', 'YR==', 'a_-8', 'data:image/png;base64,YQ=='])
    t.strictSame(await errorOf({ base64: text }), [400, '#/photos/1/base64', 'is not base64'], text)
  for (const type of ['png', 'image/*', 'image/png\nX-Admin: 1'])
    t.strictSame(await errorOf({ base64: 'YQ==', type }), [
      400,
      '#/photos/1/type',
      'is no media type that the interface takes'
    ])
  t.match(await errorOf({ name: 'a.png' }), [400, '#/photos/1/base64'])
  t.match(await errorOf({ base64: 'YQ==', path: '/etc/passwd' }), [400, '#/photos/1/path'])
  t.strictSame(received, [])
})

t.test(
  'the media types of Encoding Objects are kept: a file has one of them, and other parts are sent as they say',
  async t => {
    const upload = {
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: {
            icon: binary,
            photo: {},
            scan: {},
            about: string,
            id: { type: 'integer' },
            meta: { type: 'object' }
          }
        },
        encoding: {
          icon: { contentType: 'image/png' },
          photo: { contentType: 'image/png, image/jpeg' },
          scan: { contentType: 'image/*' },
          about: { contentType: 'text/markdown' },
          id: { contentType: 'application/json' },
          meta: { contentType: 'application/vnd.pets+json' }
        }
      }
    }
    const { run, parts, inputSchema } = await interfaceOf(t, posts({ upload }))
    const { icon, photo, scan } = await inputSchema('upload')
    t.strictSame(
      [icon, photo, scan].map(({ required }) => required),
      [['base64'], ['base64', 'type'], ['base64', 'type']]
    )
    const input = {
      icon: { base64: 'YQ==' },
      photo: { base64: 'YQ==', type: 'image/jpeg' },
      scan: { base64: 'YQ==', type: 'IMAGE/tiff' },
      about: '# A cat',
      id: 7,
      meta: { by: 'Ada' }
    }
    t.match((await run('upload', input)).body, { ok: true })
    t.strictSame(
      parts().map(part => part.split('\r\n').slice(1).join('|')),
      [
        'Content-Type: image/png||a',
        'Content-Type: image/jpeg||a',
        'Content-Type: IMAGE/tiff||a',
        'Content-Type: text/markdown||# A cat',
        'Content-Type: application/json||7',
        'Content-Type: application/vnd.pets+json||{"by":"Ada"}'
      ]
    )
    t.match(await run('upload', { ...input, photo: { base64: 'YQ==', type: 'image/gif' } }), {
      status: 400,
      body: { errors: [{ pointer: '#/photo/type', code: 'enum' }] }
    })
    t.match(await run('upload', { ...input, scan: { base64: 'YQ==', type: 'text/html' } }), {
      status: 400,
      body: { errors: [{ pointer: '#/scan/type', fix: 'Send one of image/*.' }] }
    })
  }
)

t.test(
  'files are known in the forms in which frameworks write them, and a text that is encoded stays a text',
  async t => {
    const reference = { $ref: '#/components/schemas/File' }
    const properties = {
      referenced: reference,
      nullable: { anyOf: [binary, { type: 'null' }] },
      typed: { type: ['string', 'null'], contentMediaType: 'application/pdf' },
      all: { type: 'array', items: reference },
      encoded: { type: 'string', contentEncoding: 'base64', contentMediaType: 'image/png' },
      page: { type: 'string', contentMediaType: 'text/html' },
      choice: { anyOf: [binary, { type: 'integer' }] }
    }
    const document = posts(
      {
        upload: { 'multipart/form-data': { schema: { allOf: [{ type: 'object', properties }] } } },
        either: {
          'application/x-www-form-urlencoded': { schema: { type: 'object', properties: { a: string } } },
          ...form({ a: binary })
        }
      },
      { components: { schemas: { File: binary } } }
    )
    const { inputSchema } = await interfaceOf(t, document)
    const taken = await inputSchema('upload')
    const isFile = (name: string) => (taken[name].items ?? taken[name]).properties?.base64 !== undefined
    t.strictSame(Object.keys(properties).filter(isFile), ['referenced', 'nullable', 'typed', 'all'])
    t.ok((await inputSchema('either')).a.properties.base64, 'a form without files cannot send it')
  }
)

t.test('a part of which the document says nothing is a file or anything else, as it is given', async t => {
  const { run, parts, inputSchema } = await interfaceOf(t, posts({ upload: form({ it: { description: 'The cat.' } }) }))
  t.match((await inputSchema('upload')).it, { description: /^The cat\. A text, or a file as \{ "base64": …/ })
  const sent = async (it: unknown) => {
    await run('upload', { it })
    return parts()[0]?.split('\r\n').slice(0, -1).join('|').replace('Content-Disposition: form-data; name="it"', '')
  }
  t.equal(await sent('a'), '|')
  t.equal(await sent({ base64: 'YQ==', name: 'a.txt' }), '; filename="a.txt"|Content-Type: application/octet-stream|')
  t.equal(await sent({ base64: 'YQ==', by: 'Ada' }), '|Content-Type: application/json|')
  t.match(await run('upload', { it: { base64: 'a' } }), { status: 400, body: { errors: [{ pointer: '#/it/base64' }] } })
})

t.test('a body that is one file is given in the same way', async t => {
  const document = posts({
    any: { 'application/octet-stream': {} },
    image: { 'image/png': { schema: binary }, 'image/jpeg': { schema: binary } }
  })
  const { run, received, inputSchema } = await interfaceOf(t, document)
  t.strictSame(Object.keys((await inputSchema('any')).body.properties), ['base64', 'type'])
  t.match((await run('any', { body: { base64: Buffer.from([0, 255, 10]).toString('base64') } })).body, { ok: true })
  t.match((await run('image', { body: { base64: base64('bytes'), type: 'image/jpeg' } })).body, { ok: true })
  t.match(await run('image', { body: { base64: 'bytes!', type: 'image/jpeg' } }), {
    status: 400,
    body: { errors: [{ pointer: '#/body/base64' }] }
  })
  t.strictSame(
    received.map(({ headers }) => [headers['content-type'], headers['content-length']]),
    [
      ['application/octet-stream', '3'],
      ['image/jpeg', '5']
    ]
  )
})

t.test('members of a form without files are sent in the style that the document says', async t => {
  const objects = { type: 'array', items: { type: 'object', properties: { price: string } } }
  const charge = {
    'application/x-www-form-urlencoded': {
      schema: {
        type: 'object',
        properties: { items: objects, tags: { type: 'array', items: string }, meta: { type: 'object' } }
      },
      encoding: {
        items: { style: 'deepObject', explode: true },
        tags: { explode: false },
        meta: { contentType: 'application/json' }
      }
    }
  }
  const { run, received } = await interfaceOf(t, posts({ charge }))
  await run('charge', { items: [{ price: 'p1' }, { price: 'p2' }], tags: ['a', 'b'], meta: { by: 'Ada' } })
  t.equal(
    decodeURIComponent(received.at(-1)?.body ?? ''),
    'items[0][price]=p1&items[1][price]=p2&tags=a,b&meta={"by":"Ada"}'
  )
})
