import { join } from 'node:path'
import t from 'tap'
import { described } from '../../fixtures/described-host.js'
import { mcpServer } from '../../fixtures/mcp-source.js'
import { documentOf, folderOf, json, listening, onePet } from '../../fixtures/openapi-source.js'
import { Interface } from '../../fixtures/openapi-validator.js'
import { send } from '../../fixtures/send.js'

t.test('OpenAPI and the guide for agents have the actions of servers, and answers fit them', async t => {
  const { url } = await listening(t, ({ line }, response) =>
    line.startsWith('GET') ? json(response, 200, [{ id: 1, name: 'Rex' }]) : json(response, 200, { id: 1, name: 'Rex' })
  )
  const either = {
    oneOf: [
      { type: 'object', title: 'Cat', properties: { lives: { type: 'integer', minimum: 1 } }, required: ['lives'] },
      { type: 'object', properties: { barks: { type: 'boolean', nullable: true }, any: {} }, required: ['barks'] }
    ]
  }
  const paths = {
    '/pets': {
      get: {
        operationId: 'list',
        parameters: [{ name: 'page[size]', in: 'query', schema: { type: 'integer' } }],
        responses: { 200: { content: { 'application/json': { schema: { type: 'array', items: {} } } } }, 404: {} }
      },
      post: {
        operationId: 'add',
        requestBody: { required: true, content: { 'application/json': { schema: either } } },
        responses: { 200: onePet }
      }
    }
  }
  const folder = await folderOf(t, { 'pets.json': documentOf(paths) })
  const openapi = { document: join(folder, 'pets.json'), server: url, auth: { header: 'X-Key', setting: 'key' } }
  const command = ['node', mcpServer]
  const host = await described(t, {
    plugins: {},
    sources: [
      { slug: 'pets', openapi },
      { slug: 'notebook', sandbox: 'none', mcp: { command, tools: ['keep', 'list-notes', 'act', 'fail'] } }
    ]
  })
  const description = await Interface.of(host.url)
  const [pets, notebook] = ['pets', 'notebook'].map(slug => `/api/v1/products/${slug}`)
  await host.send('PUT', `${pets}/config`, '200 ok', { settings: { key: 'phrase' } })
  for (const path of [pets, notebook]) {
    const { actions } = JSON.parse((await host.send('GET', `${path}/execute`, '200 ok')).text)
    for (const { name, examples } of actions) {
      const body = { action: name, ...examples[0].input }
      t.strictSame(description.bodyFaults(`${path}/execute`, body), [], name)
      await host.send('POST', `${path}/execute`, '200 ok', body)
    }
    await host.send('POST', `${path}/execute`, '400 unknown_action', { action: 'fly' })
  }
  for (const path of ['/agent.md', '/llms.txt']) {
    const { status, text } = await send(host.url + path, 'GET')
    t.equal(status, 200)
    for (const word of ['pets', 'notebook']) t.ok(text.includes(word))
  }
})
