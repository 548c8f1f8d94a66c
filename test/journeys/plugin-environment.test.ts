import { join } from 'node:path'
import t from 'tap'
import { demoKey } from '../../host/dist/accounts/keys/demo-key.js'
import { dataFolder, startProcess } from '../fixtures/host-process.js'
import { deploy } from '../fixtures/start-host.js'

/** A plugin that tells its environment when it is called, and what it was when it was loaded. */
const looking = (slug: string) => `
  import { defineAction, defineProduct, Type } from '@product-host/sdk'
  const atLoad = JSON.stringify(process.env)
  const look = defineAction({
    title: 'Look', description: 'Tells its environment.', effect: 'read', input: Type.Object({}),
    detail: Type.Object({ texts: Type.Array(Type.String()) }), metrics: Type.Object({}),
    examples: [{ title: 'One', input: {} }],
    run: () => ({ summary: 'Looked.', metrics: {}, detail: { texts: [
      atLoad,
      JSON.stringify(process.env),
      JSON.stringify(process.report.getReport().environmentVariables ?? {})
    ] } })
  })
  export default defineProduct({
    slug: '${slug}', title: 'Looking', description: 'Looks.', version: '1.0.0', actions: { look }
  })`

const secrets = {
  ENCRYPTION_KEYS: Buffer.from('planted of thirty-two characters').toString('base64'),
  SMTP_URL: 'smtp://planted:planted@127.0.0.1:1',
  STRIPE_SECRET_KEY: 'sk_planted',
  STRIPE_WEBHOOK_SECRET: 'whsec_planted',
  MODEL_API_KEY: 'model planted',
  METRICS_TOKEN: 'metrics planted'
}

t.test('a plugin finds no secret of the operator in its environment, inline or in a thread', async t => {
  const plugins = { '@test/within': looking('within'), '@test/thread': looking('thread') }
  const { folder } = await deploy(t, plugins, { '@test/thread': { isolation: 'thread' } })
  const { url, end } = await startProcess(t, await dataFolder(t), {
    PRODUCT_HOST_CONFIG: join(folder, 'product-host.json'),
    MAIL_FROM: 'no-reply@example.com',
    STRIPE_PRICE_ID: 'price_1',
    MODEL_URL: 'http://127.0.0.1:1/v1',
    MODEL_NAME: 'a-model',
    ...secrets
  })
  const texts = async (slug: string) => {
    const response = await fetch(`${url}/api/v1/products/${slug}/execute`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${demoKey}`, 'Content-Type': 'application/json', Connection: 'close' },
      body: JSON.stringify({ action: 'look' })
    })
    return JSON.stringify(await response.json())
  }
  const [within, thread] = [await texts('within'), await texts('thread')]
  t.match(within, 'MAIL_FROM')
  for (const secret of Object.values(secrets)) for (const text of [within, thread]) t.notMatch(text, secret)
  t.equal((await fetch(`${url}/metrics`, { headers: { Connection: 'close' } })).status, 401)
  t.equal(await end('SIGTERM'), 0)
})
