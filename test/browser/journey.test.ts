import t from 'tap'
import { inBrowser } from './chromium.js'
import { signUp, startTrial } from './person.js'

inBrowser(
  t,
  'a new user goes the whole way, from sign-up to a product behind the waitlist',
  async (t, { url, open }) => {
    const page = await open()
    await signUp(page, url)
    t.equal(await page.title(), 'Home · Product Host')
    await startTrial(page, /No card/)
    t.match(await page.getByText('The trial ends').textContent(), /in 3 days.*actions stop then/)

    await page.getByRole('link', { name: 'API keys' }).click()
    await page.getByRole('button', { name: 'Create a key' }).click()
    await page.getByLabel('Name').fill('first key')
    await page.getByRole('button', { name: 'Create the key' }).click()
    const key = (await page.getByRole('region', { name: 'The key', exact: true }).textContent()) ?? ''
    t.match(key, /^phk_[0-9A-Za-z]{36}$/)
    t.ok((await page.getByRole('region', { name: 'A call with the key' }).textContent())?.includes(key))
    await page.getByRole('button', { name: 'I have copied it' }).click()
    t.notOk((await page.content()).includes(key), 'the key is seen once')
    await page.getByText(`phk_…${key.slice(-4)}`).waitFor()

    await page.getByRole('link', { name: 'Products' }).click()
    await page.getByRole('link', { name: 'Core', exact: true }).click()
    await page.getByRole('button', { name: 'Run remember' }).click()
    await page.getByText('This is needed.').waitFor()
    await page.getByLabel(/^key/).fill('colour')
    await page.getByLabel(/^value/).fill('blue')
    await page.getByRole('button', { name: 'Run remember' }).click()
    await page.getByText('Remembered "colour" (version 1).').first().waitFor()
    await page.getByRole('link', { name: 'Recall' }).click()
    await page.getByLabel(/^key/).fill('colour')
    await page.getByRole('button', { name: 'Run recall' }).click()
    const answer = page.getByRole('region', { name: 'The whole answer' })
    t.match(JSON.parse((await answer.textContent()) ?? ''), { ok: true, detail: { items: [{ value: 'blue' }] } })
    const called = await fetch(`${url}/api/v1/products/core/execute`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', Connection: 'close' },
      body: JSON.stringify({ action: 'recall', key: 'colour' })
    })
    t.match(await called.json(), { ok: true, detail: { items: [{ value: 'blue' }] } })

    await page.getByRole('link', { name: 'Usage' }).click()
    await page.getByRole('img', { name: /Calls by day.*at most 3 on one day/ }).waitFor()
    await page.getByRole('cell', { name: 'Core', exact: true }).waitFor()

    await page.goto(`${url}/products/wealthnode`)
    await page.getByText('You are on the waitlist').waitFor()
    await page.getByRole('button', { name: 'Add a card' }).click()
    await page.waitForURL('**/checkout/**')
    await page.getByLabel(/Visa/).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('ending in 4242').waitFor()

    await page.goto(`${url}/products/leadconnect/config`)
    await page.getByPlaceholder('name of the destination').fill('crm')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByLabel('url').fill('https://crm.example/leads')
    const secret = `whsec_${'A'.repeat(43)}=`
    await page.getByLabel('secret', { exact: true }).fill(secret)
    await page.getByLabel('timeoutMs').fill('1')
    await page.getByRole('button', { name: 'Check only' }).click()
    await page.getByText('The config was not saved').waitFor()
    t.equal(await page.getByText(/matches the pattern/).count(), 1, 'the fault stands at its field')
    await page.getByLabel('timeoutMs').fill('5000')
    await page.getByRole('button', { name: 'Check only' }).click()
    await page.getByText('This can be saved as it is').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('revision 1', { exact: true }).waitFor()
    t.equal(await page.getByLabel('secret', { exact: true }).inputValue(), '********')
    t.notOk((await page.content()).includes(secret), 'the secret is not shown again')
    await page.getByRole('cell', { name: /destination\.crm\.secret/ }).waitFor()

    await page.goto(`${url}/products/wealthnode`)
    await page.getByText('ready').waitFor()
    await page.getByLabel(/^tokens/).fill('120000')
    await page.getByLabel(/^pricePer1kGbp/).fill('0.0021')
    await page.getByRole('button', { name: 'Run ledger_sync' }).click()
    await page
      .getByText(/Recorded 120,000 tokens/)
      .first()
      .waitFor()

    await page.goto(`${url}/data`)
    await page.getByText('mem:colour').waitFor()
    const taken = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Take everything out' }).click()
    t.equal((await taken).suggestedFilename(), 'product-host-export.jsonl')
  }
)
