import { readFile } from 'node:fs/promises'
import { EgressError } from '@product-host/sdk'
import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import sentinel from '../dist/index.js'

/** The world of the README: acme.com is up, its shop is not, and alerts are taken. */
const world = {
  now: '2026-11-20T01:59:20.000Z',
  settings: {
    'alert.url': 'https://ops.example/hook',
    'alert.secret': `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  },
  egress: {
    request(url: string) {
      if (url.startsWith('https://shop.acme.com'))
        throw new EgressError('connect_refused', 'Nothing listens there.', { url, address: '192.0.2.7', totalMs: 31 })
      if (url.startsWith('https://ops.example')) return { status: 204 }
      return {
        status: 200,
        url: `${url}/`,
        headers: { 'content-type': 'text/html' },
        bytes: 5_120,
        totalMs: 182,
        phases: { dns: 12.4, connect: 24.1, tls: 48.9, processing: 81.3, transfer: 15.3 },
        certificate: {
          validTo: '2027-01-20T12:00:00.000Z',
          subject: 'acme.com',
          issuer: 'Example CA',
          protocol: 'TLSv1.3'
        }
      }
    },
    connect: () => ({
      address: '192.0.2.9',
      totalMs: 38.2,
      phases: { dns: 4.1, connect: 12.7, processing: 21.4 },
      greeting: '220 mx1.acme.com ESMTP\r\n'
    })
  }
}

t.test('the README says what each note means, as the description of the field does', async t => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
  const { notes } = sentinel.actions.probe.detail.properties
  const described = [...String(Reflect.get(notes, 'description')).matchAll(/`(\w+)`: (.+?\.)(?= `\w+`:|$)/g)]
  t.equal(described.length, 9)
  for (const [, code = '', meaning = ''] of described) t.ok(readme.includes(`| \`${code}\` | ${meaning} |`), code)
})

t.test('the requests of the README have the answers that it shows', async t => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
  const blocks = [...readme.matchAll(/```json\n([\s\S]*?)\n```/g)].map(([, text = '']) => JSON.parse(text))
  const { run, runJobs, requests } = testContext(sentinel, world)
  let answer: unknown
  let answered = 0
  for (const block of blocks) {
    if ('action' in block) {
      const { action, ...input } = block
      answer = await run(action, input)
      await runJobs()
    } else if ('type' in block) t.strictSame(JSON.parse(requests.at(-1)?.body ?? ''), block)
    else {
      t.strictSame(answer, block)
      answered++
    }
  }
  t.equal(answered, 6)
})
