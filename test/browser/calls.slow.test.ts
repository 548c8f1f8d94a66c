import t from 'tap'
import { controlledPlugin } from '../fixtures/start-host.js'
import { inBrowser, inGallery } from './chromium.js'
import { violations } from './look.js'
import { returnedFocus, signUp, startTrial } from './person.js'

inBrowser(
  t,
  'the log shows calls, finds them by filters in the address, and opens what was recorded',
  async (t, { url, email, open }) => {
    const page = await open()
    await signUp(page, url, email)
    await startTrial(page, /Visa/)
    await page.goto(`${url}/calls`)
    await page.getByText('No calls yet').waitFor()
    const recording = page.getByRole('switch', { name: 'Record inputs and answers' })
    await recording.click()
    await page.getByText('is stored for the latest 500 calls').waitFor()
    t.ok(await recording.isChecked())
    const call = (body: object) =>
      page.evaluate(
        `fetch('/dashboard/api/products/core/execute', { method: 'POST', headers: { 'Content-Type': ` +
          `'application/json' }, body: '${JSON.stringify(body)}' }).then(response => response.json())`
      )
    await page.getByRole('switch', { name: 'Live' }).click()
    await call({ action: 'remember', key: 'colour', value: 'blue' })
    await page.getByRole('button', { name: 'Core: Remember' }).waitFor()
    await page.getByRole('switch', { name: 'Live' }).click()
    await call({ action: 'remember', key: 'colour' })
    await page.goto(`${url}/calls?status=4xx`)
    await page.getByText('Invalid input').waitFor()
    t.equal(await page.getByRole('row').count(), 2)
    await page.getByLabel('Result').selectOption('Succeeded')
    await page.getByRole('row').getByText('Succeeded').waitFor()
    t.match(page.url(), /\?status=2xx$/)
    await page.getByLabel('Result').selectOption('Any result')
    await page.getByLabel('Time').selectOption('Last hour')
    await page.getByText(/^Calls from .*UTC/).waitFor()
    await page.getByText('Invalid input').waitFor()
    await page.getByRole('button', { name: 'Show any time' }).click()
    t.equal(await page.getByLabel('Time').inputValue(), '')
    await page.getByRole('button', { name: 'Core: Remember' }).first().click()
    const opened = page.getByRole('dialog', { name: 'Core: Remember' })
    await opened.getByText('Invalid input (status 400)').waitFor()
    await opened.getByRole('button', { name: 'Earlier call' }).click()
    await opened.getByText('Status 200').waitFor()
    await opened.getByRole('button', { name: 'Later call' }).click()
    await opened.getByText('Invalid input (status 400)').waitFor()
    t.equal(await opened.getByRole('button', { name: 'Later call' }).getAttribute('aria-disabled'), 'true')
    await opened.getByRole('button', { name: 'Earlier call' }).click()
    await opened.getByText('Status 200').waitFor()
    t.strictSame(await violations(page), [])
    t.match(await page.getByRole('region', { name: 'The input' }).textContent(), /"blue"/)
    t.match(await page.getByRole('region', { name: 'The answer' }).textContent(), /"ok": true/)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('dialog').getByRole('button', { name: 'Copy the request ID' }).click()
    await page.getByRole('dialog').getByText('Copied').waitFor()
    const id = await page.evaluate<string>('navigator.clipboard.readText()')
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Core: Remember' }).last().click()
    await opened.getByRole('link', { name: 'Use this input again' }).click()
    t.match(page.url(), /\/products\/core\?action=remember$/)
    await page.getByRole('region', { name: 'The call' }).filter({ hasText: '"blue"' }).waitFor()
    await call({ action: 'remember', key: 'secret', value: 'of ********' })
    await page.goto(`${url}/calls`)
    await page.getByRole('button', { name: 'Core: Remember' }).first().click()
    await opened.getByText('A secret in this input is masked').waitFor()
    t.equal(await opened.getByRole('link', { name: 'Use this input again' }).count(), 0)
    await page.goto(`${url}/calls?requestId=${id}`)
    await page.getByRole('row').getByText('Succeeded').waitFor()
    t.equal(await page.getByRole('row').count(), 2)

    await recording.click()
    const dialog = page.getByRole('dialog', { name: 'Stop recording inputs and answers?' })
    t.strictSame(await violations(page), [])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    t.ok(await recording.isChecked(), 'nothing is deleted at one click')
    await recording.click()
    await dialog.getByRole('button', { name: 'Stop and delete' }).click()
    await page.getByText('All recorded inputs and answers were deleted.').waitFor()
    t.notOk(await recording.isChecked())
    await page.getByRole('button', { name: 'Core: Remember' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).waitFor()
    t.equal(await page.getByRole('region', { name: 'The input' }).count(), 0)
  }
)

inBrowser(t, 'keys of one name are told apart by their last characters', async (t, { url, email, open }) => {
  const page = await open()
  await signUp(page, url, email)
  await startTrial(page, /No card/)
  for (const name of ['import', 'import', 'export'])
    await page.evaluate(
      `fetch('/dashboard/api/keys', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: ` +
        `'{"name":"${name}","expiresAt":null}' }).then(response => response.json())`
    )
  for (const path of ['calls', 'usage']) {
    await page.goto(`${url}/${path}`)
    const options = page.getByRole('combobox', { name: 'Run from' }).locator('option')
    await options.nth(4).waitFor({ state: 'attached' })
    const names = await options.allTextContents()
    t.equal(names.filter(each => /^import \(….{4}\)$/.test(each)).length, 2, names.join(', '))
    t.equal(new Set(names).size, 5)
    t.ok(names.includes('export'))
  }
})

inBrowser(
  t,
  'a problem leads to its call in the log, and its request id is behind a button',
  async (t, { url, email, open }) => {
    const page = await open()
    await signUp(page, url, email)
    await page.goto(`${url}/products/core?action=recall`)
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    const notice = page.getByRole('alert').filter({ hasText: 'Start the trial first' })
    await notice.getByRole('button', { name: 'Copy the request ID' }).waitFor()
    t.notMatch(await notice.innerText(), /req_|[0-9a-f-]{20}/, 'no id is shown')
    await notice.getByRole('link', { name: 'Show this call' }).click()
    const dialog = page.getByRole('dialog', { name: 'Core' })
    await dialog.getByText('Trial required (status 402)').waitFor()
    t.equal(new URL(page.url()).pathname, '/calls')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    t.equal(new URL(page.url()).search, '')
    t.equal(await returnedFocus(page, 'H1'), 'H1')
    await page.goBack()
    await page.goto(`${url}/calls?call=nobody-has-this-id`)
    await page.getByText('The log does not have this call.').waitFor()
    t.strictSame(await violations(page), [])
  }
)

inGallery(
  t,
  'an outcome that was lost is listed beside the calls, and its owner settles it',
  async (t, { url, open }) => {
    const page = await open()
    await signUp(page, url)
    const lose = () =>
      page.evaluate<string>(
        `fetch('/dashboard/api/products/controlled/execute', { method: 'POST', headers: { 'Content-Type': ` +
          `'application/json', 'Idempotency-Key': 'order 17' }, body: '{"action":"hang","id":"browser"}' })` +
          '.then(response => response.json()).then(({ code }) => code)'
      )
    await page.goto(`${url}/calls`)
    await page.getByText('No calls yet').waitFor()
    t.equal(await page.getByText('Unknown outcomes').count(), 0)
    t.equal(await lose(), 'product_timeout')
    await page.goto(`${url}/calls`)
    await page.getByRole('cell', { name: 'order 17' }).waitFor()
    t.strictSame(await violations(page), [])
    await page.getByRole('button', { name: 'It was done' }).click()
    const dialog = page.getByRole('dialog', { name: 'Was the action done?' })
    await dialog.getByRole('button', { name: 'It was done' }).click()
    await dialog.getByText('Write how you found out.').waitFor()
    await dialog.getByLabel('How you know').fill('Found in the ledger.')
    t.strictSame(await violations(page), [])
    await dialog.getByRole('button', { name: 'It was done' }).click()
    await page.getByText('Unknown outcomes').waitFor({ state: 'detached' })
    t.equal(await lose(), 'outcome_settled')
  },
  controlledPlugin
)
