import t from 'tap'
import { inBrowser } from './chromium.js'
import { violations } from './look.js'
import { signUp, startTrial } from './person.js'

inBrowser(
  t,
  'usage has axes, tooltips and filters in the address, and home shows the latest calls and problems',
  async (t, { url, email, open }) => {
    const page = await open()
    await signUp(page, url, email)
    await startTrial(page, /No card/)
    await page.getByRole('button', { name: 'Create a key' }).click()
    await page.getByRole('dialog', { name: 'Create a key' }).waitFor()
    t.equal(new URL(page.url()).pathname, '/', 'the dialog opens where it was asked for')
    await page.getByLabel('Name').fill('nightly import')
    await page.getByRole('button', { name: 'Create the key' }).click()
    const key = (await page.getByRole('region', { name: 'The key', exact: true }).textContent()) ?? ''
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByText('Create an API key (done)').waitFor()
    const call = (body: object) =>
      fetch(`${url}/api/v1/products/core/execute`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', Connection: 'close' },
        body: JSON.stringify(body)
      })
    await call({ action: 'remember', key: 'colour', value: 'blue' })
    await call({ action: 'recall' })
    await call({ action: 'remember', key: 'colour' })
    await page.evaluate(`fetch('/dashboard/api/products/core/execute', {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"action":"recall"}'
    })`)

    await page.goto(`${url}/products`)
    await page.getByRole('link', { name: '3 calls in 30 days of Core' }).waitFor()
    t.equal(await page.locator('.tile', { hasText: 'Core' }).first().locator('.sparkline rect').count(), 1)
    await page.goto(`${url}/keys`)
    await page
      .getByRole('row', { name: /nightly import/ })
      .getByText('2 calls in 30 days')
      .waitFor()
    await page.getByRole('link', { name: 'Usage of nightly import' }).click()
    await page.getByRole('img', { name: /^Calls per 15 minutes/ }).waitFor()
    t.match(page.url(), /\/usage\?key=key_/)
    t.equal(
      await page.getByRole('combobox', { name: 'Run from' }).inputValue(),
      new URL(page.url()).searchParams.get('key')
    )
    await page.getByRole('combobox', { name: 'Period' }).selectOption('Last 90 days')
    await page.getByRole('combobox', { name: 'Product' }).selectOption('Core')
    await page.reload()
    await page.getByRole('img', { name: /^Calls per day.*at most 2 per day, beside 1 refused/ }).waitFor()
    t.strictSame(Object.fromEntries(new URL(page.url()).searchParams), {
      key: await page.getByRole('combobox', { name: 'Run from' }).inputValue(),
      period: '90d',
      product: 'core'
    })
    const chart = page.locator('.chart').first()
    t.strictSame(await chart.locator('.axis.values > span').allTextContents(), ['2', '1', '0'])
    t.equal((await chart.locator('.axis.dates').innerText()).trim().split(/\n+/).length, 4, 'some times')
    const area = await chart.locator('.plot-area').boundingBox()
    await page.mouse.move((area?.x ?? 0) + (area?.width ?? 0) - 5, (area?.y ?? 0) + 20)
    t.match(await chart.locator('.tooltip').innerText(), /Succeeded 2\s+Failed 0\s+Refused 1\s+Click to see the calls/)
    const [tooltip, pointed] = [
      await chart.locator('.tooltip').boundingBox(),
      await chart.locator('.pointed').boundingBox()
    ]
    t.ok((tooltip?.x ?? 0) + (tooltip?.width ?? 0) <= (pointed?.x ?? 0), 'the tooltip is beside the bar')
    t.equal(
      await page.locator('.figure', { hasText: 'Calls' }).locator('strong').textContent(),
      '2',
      'the figure is what the bar is'
    )
    await chart.getByText('(not counted as calls)').first().waitFor()
    t.equal(await page.locator('.plot canvas').count(), 2, 'latency and error rate are lines')
    await page.getByRole('img', { name: /^Latency, .*Median at most .* ms, 95th percentile at most / }).waitFor()
    await page.getByRole('img', { name: /^Error rate, .*Failed calls at most 0 %/ }).waitFor()
    t.strictSame(await violations(page), [])
    await page.mouse.click((area?.x ?? 0) + (area?.width ?? 0) - 5, (area?.y ?? 0) + 20)
    await page.getByText(/^Calls from .* 00:00:00 .* until /).waitFor()
    await page.getByRole('button', { name: 'Core: Recall' }).waitFor()
    t.equal(await page.getByRole('row').count(), 4, 'a header and the calls behind the bar')
    t.match(Object.fromEntries(new URL(page.url()).searchParams), {
      from: /T00:00:00/,
      to: /T00:00:00/,
      product: 'core'
    })
    t.strictSame(await violations(page), [])
    await page.getByRole('button', { name: 'Show any time' }).click()
    await page.getByText(/^Calls from/).waitFor({ state: 'detached' })
    t.notMatch(page.url(), /from|to=/)
    await page.goto(`${url}/calls?from=2026-01-01T00:00:00Z&to=2026-01-01T01:00:00Z`)
    await page.getByText('No call fits these filters').waitFor()
    await page.goBack()
    await page.goBack()
    await chart.getByText('The numbers as a table').click()
    t.strictSame(await chart.getByRole('row').last().getByRole('cell').allTextContents(), ['2', '0', '1'])
    await page.getByRole('combobox', { name: 'Run from' }).selectOption('Anywhere')
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await page.getByRole('img', { name: /at most 1 per day/ }).waitFor()

    await page.goto(url)
    const calls = page.getByRole('region', { name: 'Latest calls' })
    await calls.getByRole('button', { name: 'Core: Recall' }).first().waitFor()
    t.equal(await calls.getByRole('row').count(), 5, 'a header and four calls')
    t.strictSame(await violations(page), [])
    await page.getByRole('region', { name: 'Problems' }).getByRole('link', { name: '1 refused' }).click()
    await page.getByText('Invalid input').waitFor()
    t.strictSame(Object.fromEntries(new URL(page.url()).searchParams), {
      product: 'core',
      action: 'remember',
      status: '4xx'
    })
  }
)

inBrowser(
  t,
  'budgets are set for the account and for keys, and show what is used of them',
  async (t, { url, email, open }) => {
    const page = await open()
    await signUp(page, url, email)
    await startTrial(page, /No card/)
    await page.goto(`${url}/keys?new`)
    const dialog = page.getByRole('dialog', { name: 'Create a key' })
    await dialog.getByLabel('Name').fill('nightly import')
    await dialog.getByText('Limit its calls').click()
    const day = dialog.getByRole('group', { name: 'Calls of a day (UTC)' })
    await day.getByLabel('Send me an e-mail at').fill('3')
    await day.getByLabel('Refuse further calls after').fill('2')
    await dialog.getByRole('button', { name: 'Create the key' }).click()
    await dialog.getByText('Enter a number that is not more than the one at which calls are refused.').waitFor()
    t.strictSame(await violations(page), [])
    await day.getByLabel('Send me an e-mail at').fill('1')
    await dialog.getByRole('button', { name: 'Create the key' }).click()
    const key = (await page.getByRole('region', { name: 'The key', exact: true }).textContent()) ?? ''
    await page.getByRole('button', { name: 'I have copied it' }).click()
    const call = async () => {
      const { status } = await fetch(`${url}/api/v1/products/core/execute`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', Connection: 'close' },
        body: JSON.stringify({ action: 'recall' })
      })
      return status
    }
    t.strictSame([await call(), await call(), await call()], [200, 200, 429])
    await page.reload()
    await page.getByText('2 of 2 calls today').waitFor()
    t.strictSame(await violations(page), [])
    await page.getByRole('button', { name: 'Budget of nightly import' }).click()
    const change = page.getByRole('dialog', { name: 'Budget of “nightly import”' })
    const month = change.getByRole('group', { name: 'Calls of a month (UTC)' })
    t.equal(await change.getByLabel('Refuse further calls after').first().inputValue(), '2')
    await change.getByLabel('Send me an e-mail at').first().fill('')
    await change.getByLabel('Refuse further calls after').first().fill('')
    await month.getByLabel('Refuse further calls after').fill('1000')
    await change.getByRole('button', { name: 'Save' }).click()
    await page.getByText('0 of 1,000 calls this month').waitFor()

    await page.goto(`${url}/usage`)
    const budget = page.getByRole('region', { name: 'Budget of the account' })
    await budget.getByText('The account may make any number of calls.').waitFor()
    await budget.getByRole('button', { name: 'Set a budget' }).click()
    const own = page.getByRole('dialog', { name: 'Budget of the account' })
    await own.getByRole('group', { name: 'Calls of a day (UTC)' }).getByLabel('Refuse further calls after').fill('50')
    await own.getByRole('button', { name: 'Save' }).click()
    await budget.getByText('0 of 50 calls').waitFor()
    await budget.getByText(/^Today, until /).waitFor()
    t.strictSame(await violations(page), [])
  }
)
