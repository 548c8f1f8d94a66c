import t from 'tap'
import { inBrowser } from './chromium.js'
import { signUp, startTrial } from './person.js'

inBrowser(
  t,
  'a new user goes the whole way, from sign-up to a product behind the waitlist',
  async (t, { url, open }) => {
    const page = await open()
    await signUp(page, url)
    // The page is there a moment before its title.
    await page.waitForFunction("!document.title.startsWith('Many products')")
    t.equal(await page.title(), 'Home · Product Host')
    await startTrial(page, /No card/)
    t.match(await page.getByText('The trial ends on').textContent(), /Without a card, the plan ends with it/)

    await page.getByRole('link', { name: 'API keys' }).click()
    await page.getByRole('button', { name: 'Create a key' }).click()
    await page.getByLabel('Name').fill('first key')
    await page.getByRole('button', { name: 'Create the key' }).click()
    const key = (await page.getByRole('region', { name: 'The key', exact: true }).textContent()) ?? ''
    t.match(key, /^phk_[0-9A-Za-z]{36}$/)
    await page.getByText('Try it from a shell').click()
    t.ok((await page.getByRole('region', { name: 'A call with the key' }).textContent())?.includes(key))
    await page.getByRole('button', { name: 'I have copied it' }).click()
    t.notOk((await page.content()).includes(key), 'the key is seen once')
    await page.getByText(`phk_…${key.slice(-4)}`).waitFor()

    await page.getByRole('link', { name: 'Products' }).click()
    await page.getByRole('link', { name: 'Core', exact: true }).click()
    await page.getByRole('navigation', { name: 'Actions' }).getByRole('link', { name: 'Remember' }).click()
    await page.getByRole('button', { name: 'A fact', pressed: true }).waitFor()
    const run = page.getByRole('button', { name: 'Run', exact: true })
    await page.getByLabel(/^Key( required)?$/).fill('')
    await run.click()
    await page.getByText('This field is required.').waitFor()
    await page.getByLabel(/^Key( required)?$/).fill('colour')
    await page.getByLabel('Text', { exact: true }).fill('blue')
    await page.getByRole('button', { name: 'A fact', pressed: false }).waitFor()
    await run.click()
    await page.getByText('Remembered “colour” (version 1).').first().waitFor()
    await page.getByRole('link', { name: 'Recall' }).click()
    await page.getByLabel(/^Key( required)?$/).fill('colour')
    await run.click()
    await page.getByRole('tab', { name: 'JSON' }).click()
    const answer = page.getByRole('region', { name: 'The full response' })
    t.match(JSON.parse((await answer.textContent()) ?? ''), { ok: true, detail: { items: [{ value: 'blue' }] } })
    const called = await fetch(`${url}/api/v1/products/core/execute`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', Connection: 'close' },
      body: JSON.stringify({ action: 'recall', key: 'colour' })
    })
    t.match(await called.json(), { ok: true, detail: { items: [{ value: 'blue' }] } })

    await page.getByRole('link', { name: 'Usage' }).click()
    await page.getByRole('img', { name: /^Calls per / }).waitFor()
    await page.getByRole('cell', { name: 'Core', exact: true }).waitFor()

    await page.goto(`${url}/products/wealthnode`)
    await page.getByText('This product needs a payment card').waitFor()
    await page.getByRole('button', { name: 'Add a card' }).click()
    await page.waitForURL('**/checkout/**')
    await page.getByLabel(/Visa/).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The card was added').waitFor()

    await page.goto(`${url}/products/leadconnect/config`)
    await page.getByRole('button', { name: 'Add a destination' }).click()
    await page.getByLabel('Name', { exact: true }).fill('crm')
    await page.keyboard.press('Enter')
    await page.getByLabel('URL', { exact: true }).fill('https://crm.example/leads')
    const secret = `whsec_${'A'.repeat(43)}=`
    await page.getByLabel('Signing secret', { exact: true }).fill(secret)
    await page.getByLabel('Time-out (ms)').fill('1')
    await page.getByRole('button', { name: 'Check without saving' }).click()
    await page.getByText('Nothing was saved. Check the marked settings.').waitFor()
    t.equal(await page.getByText('This does not have the required format.').count(), 1, 'the fault stands at its field')
    await page.getByLabel('Time-out (ms)').fill('5000')
    await page.getByRole('button', { name: 'Check without saving' }).click()
    await page.getByText('The settings are valid').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved as version 1.').waitFor()
    t.equal(await page.getByLabel('Signing secret', { exact: true }).inputValue(), '********')
    t.notOk((await page.content()).includes(secret), 'the secret is not shown again')
    await page.getByRole('cell', { name: /Destination “crm”: Signing secret/ }).waitFor()

    await page.goto(`${url}/products/wealthnode?action=ledger_sync`)
    await page.getByText('Ready').waitFor()
    await page.getByLabel(/^Tokens/).fill('120000')
    await page.getByLabel('Price per 1,000 tokens', { exact: true }).fill('0.0021')
    await run.click()
    await page
      .getByText(/Recorded 120,000 tokens/)
      .first()
      .waitFor()

    await page.goto(`${url}/data`)
    await page.locator('.records').getByText('colour', { exact: true }).first().waitFor()
    const taken = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export all data' }).click()
    t.equal((await taken).suggestedFilename(), 'product-host-export.jsonl')
  }
)
