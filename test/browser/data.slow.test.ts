import type { Page } from 'playwright-core'
import t from 'tap'
import { inBrowser } from './chromium.js'
import { violations } from './look.js'
import { returnedFocus, signUp, startTrial } from './person.js'

inBrowser(t, 'records are read, searched and deleted one by one, or all of a product', async (t, { url, open }) => {
  const page = await open()
  await signUp(page, url)
  await startTrial(page, /No card/)
  await run(page, 'core', { action: 'remember', key: 'colour', value: 'The client likes blue.' })
  await run(page, 'core', { action: 'remember', key: 'lunch', value: 'Lunch is at noon.' })
  await run(page, 'core', { action: 'remember', key: 'acme-pays', value: 'Acme pays late.' })
  await run(page, 'b2b-engine', { action: 'score_lead', companyName: 'Acme Ltd', signals: 'hiring engineers' })
  await page.goto(`${url}/data`)
  const rows = page.locator('.records > li')
  await rows.getByText('The client likes blue.').first().waitFor()
  t.strictSame(
    await rows.locator('strong').allTextContents(),
    ['acme-pays', 'colour', 'lunch'],
    'headings, and no keys of the store'
  )
  t.strictSame(await rows.locator('.badge').allTextContents(), ['Memory', 'Memory', 'Memory'])
  t.notMatch(await page.locator('main').innerText(), /mem:|\{/)
  await page.getByLabel('Also show records that the product stores for itself').check()
  await rows.getByText('Internal').first().waitFor()
  await page.getByLabel('Also show records that the product stores for itself').uncheck()

  await rows.getByText('acme-pays').first().click()
  const opened = page.getByRole('tabpanel', { name: 'Record' })
  t.match(await opened.innerText(), /Key\s+acme-pays/, 'names are shown as their users wrote them')
  t.match(await opened.innerText(), /Created at\s+\d+ \w+ \d{4}, \d\d:\d\d/, 'times are no numbers')
  await page.getByRole('button', { name: 'Delete acme-pays' }).waitFor()

  await page.getByRole('searchbox', { name: 'Search' }).fill('nobody wrote this')
  await page.getByText('No record contains this text.').waitFor()
  await page.getByRole('combobox', { name: 'Type' }).selectOption('Memory')
  await page.getByText('No record of this type contains this text.').waitFor()
  await page.getByRole('combobox', { name: 'Type' }).selectOption('All types')
  await page.getByRole('searchbox', { name: 'Search' }).fill('NOON')
  await rows.getByText('lunch').first().waitFor()
  await rows.getByText('colour').first().waitFor({ state: 'detached' })
  t.strictSame(await rows.locator('strong').allTextContents(), ['lunch'])
  await rows.getByText('lunch', { exact: true }).first().click()
  await page.getByText('Lunch is at noon.').nth(1).waitFor()
  t.strictSame(await violations(page), [])
  await page.getByRole('button', { name: 'Delete lunch' }).click()
  await page.getByText('This deletes the memory “lunch”').waitFor()
  t.strictSame(await violations(page), [])
  await page.getByRole('button', { name: 'Cancel' }).click()
  t.equal(await returnedFocus(page, 'Delete lunch'), 'Delete lunch')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  await page.getByText('No record fits').waitFor()
  t.equal(await returnedFocus(page, 'H1'), 'H1')
  const recalled = await run(page, 'core', { action: 'recall' })
  t.match(recalled.detail, { total: 2 }, 'the product counts what is left')

  await page.getByRole('combobox', { name: 'Product' }).selectOption('B2B engine')
  t.match(page.url(), /\?product=b2b-engine$/)
  await rows.getByText('Acme Ltd').first().click()
  await page.getByRole('button', { name: 'Delete Acme Ltd' }).click()
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  await page.getByText('No records', { exact: true }).waitFor()

  await page.goto(`${url}/data?product=core`)
  await rows.getByText('colour', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Delete all data of Core' }).click()
  await page.getByText('nobody can bring them back').waitFor()
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  await page.getByText('All data of Core was deleted.').waitFor()
  await page.getByText('No records', { exact: true }).waitFor()
  t.equal(await returnedFocus(page, 'Delete all data of Core'), 'Delete all data of Core')
  t.match((await run(page, 'core', { action: 'recall' })).detail, { total: 0 })
})

/** Runs an action as the person of the page. */
function run(page: Page, slug: string, body: object): Promise<{ readonly detail: object }> {
  return page.evaluate(`fetch('/dashboard/api/products/${slug}/execute', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '${JSON.stringify(body)}'
  }).then(response => response.json())`)
}
