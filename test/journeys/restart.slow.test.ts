import { Client } from '@product-host/sdk/client'
import t from 'tap'
import { demoKey } from '../../host/dist/accounts/keys/demo-key.js'
import { dataFolder, startProcess } from '../fixtures/host-process.js'

/** A deployment of core and wealthnode. */
const unlimited = { PRODUCT_HOST_CONFIG: 'test/fixtures/unlimited.json' }

t.test('calls outlive a restart of the host, and each is done once', { timeout: 230_000 }, async t => {
  const folder = await dataFolder(t)
  const first = await startProcess(t, folder, unlimited)
  const port = new URL(first.url).port
  // A busy machine takes long to start a host.
  const patience = { attempts: 240, pauseMs: 250, longestPauseMs: 500 }
  const client = new Client({ url: first.url, key: demoKey, patience })
  const parts = Array.from({ length: 60 }, (_, index) => `part ${index}`)
  const waiting = [...parts]
  let answers = 0

  /** One caller of several: takes a part, has it kept, takes the next. */
  async function call(): Promise<void> {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
      const answer = await client.execute('core', 'remember', { key: 'parts', value: part, mode: 'append' })
      t.ok(answer.ok, part)
      answers++
      if (answers === 10) stopped.resolve(first.end('SIGTERM'))
    }
  }

  const stopped = Promise.withResolvers<number | null>()
  const callers = Promise.all([call(), call(), call(), call()])
  t.equal(await stopped.promise, 0)
  const answered = answers
  await startProcess(t, folder, { ...unlimited, PORT: port })
  await callers
  t.ok(answered < parts.length, 'the host was gone while there was still something to do')
  const { detail } = await client.execute('core', 'recall', { key: 'parts' })
  const [memory] = Array.isArray(detail.items) ? detail.items : []
  t.same(String(memory.value).split('\n').sort(), parts.sort())
})
