import type { Page } from 'playwright-core'
import t from 'tap'
import { notesPlugin } from '../fixtures/start-host.js'
import { inGallery } from './chromium.js'
import { violations } from './look.js'
import { signUp } from './person.js'

inGallery(t, 'an answer is drawn as its action declares, with the JSON behind a tab', async (t, { url, open }) => {
  const page = await open()
  await signUp(page, url)
  await page.goto(`${url}/products/gallery?action=show`)
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  const answer = page.locator('.answer')
  await answer.getByText('The budget is nearly used up.').waitFor()

  const badge = answer.locator('.card-head .badge').first()
  t.equal(await badge.textContent(), 'Red', 'the status of the product is the badge')
  t.match(await badge.getAttribute('class'), /danger/, 'in its colour')
  await answer.getByText('Spend less.').waitFor()
  t.match(await answer.locator('.meter-row').textContent(), /Budget used\s*93\.5 %/)
  t.strictSame(await answer.locator('.strip-bar').allTextContents(), ['good, 1 Jan 2026', 'bad, 2 Jan 2026'])
  const table = answer.getByRole('region', { name: 'Entries' })
  t.strictSame(await table.getByRole('columnheader').allTextContents(), ['Name', 'Amount in pounds'])
  t.strictSame(await table.getByRole('cell').allTextContents(), ['acme-tokens', '0.252'])
  const chart = answer.getByRole('img', { name: /^Cost by day/ })
  t.match(await chart.getAttribute('aria-label'), /from 1 Jan to 2 Jan: Cost at most 2 GBP, Income at most 5 GBP\./)
  await chart.locator('canvas').waitFor()
  await answer.getByText('The numbers as a table').click()
  await answer.getByRole('cell', { name: '5', exact: true }).waitFor()
  t.strictSame(await answer.locator('.day').allTextContents(), ['Monday 5 January09:00A first post'])
  const file = page.waitForEvent('download')
  await answer.getByRole('button', { name: 'Download as a calendar file' }).click()
  t.equal((await file).suggestedFilename(), 'calendar.ics')
  t.match(await answer.locator('.messages').textContent(), /Hello.*Good morning,\nhow are you\?.*Copy/)
  t.match(await answer.locator('.score').textContent(), /58 of 100 warm lead/)
  t.strictSame(await answer.locator('.points-row').allTextContents(), ['asked for a demo+60', 'free address-2'])
  t.match(await answer.locator('.timeline-step').getAttribute('class'), /good/)
  t.match(await answer.locator('.result-cards').textContent(), /A post of its own\.CopyLength18/)
  t.match(await answer.locator('.figure').textContent(), /12\.5Cost of the month/)
  t.notMatch(await answer.textContent(), /monthCost|\{|requestId/, 'no identifier and no JSON is seen first')

  await page.setViewportSize({ width: 390, height: 900 })
  t.ok(await fits(page, '.answer .points'), 'the points of a score are inside of the card')
  await page.setViewportSize({ width: 1_200, height: 900 })
  t.strictSame(await violations(page), [])
  await answer.getByRole('tab', { name: 'JSON' }).click()
  const json = await answer.getByRole('region', { name: 'The full response' }).textContent()
  t.match(JSON.parse(json ?? ''), { ok: true, detail: { state: 'red' } })
})

inGallery(t, 'a list that is too wide for a table is a card for each item', async (t, { url, open }) => {
  const page = await open()
  await signUp(page, url)
  await page.goto(`${url}/products/gallery?action=list`)
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  const answer = page.locator('.answer')
  const target = answer.getByRole('list', { name: 'Targets' }).getByRole('listitem').first()
  await target.waitFor()
  t.strictSame(await target.locator('dt').allTextContents(), [
    'Name',
    'State',
    'Group',
    'Address',
    'Last answer',
    'Last check'
  ])
  t.strictSame(
    (await target.locator('dd').allInnerTexts()).map(text => text.replace(/(, \d\d):\d\d$/, '$1')),
    [
      '2026-01-05',
      'no data',
      'shop-health',
      'https://example.com/a-long-path/health',
      'Milliseconds: 1,250\nError: dns-not-found',
      '5 Jan 2026, 12'
    ],
    'names as they are, choices in words, times as times, and each member of an object on a line'
  )
  t.strictSame(
    await answer.locator('.check').filter({ visible: true }).allInnerTexts(),
    ['Links\n: not passed\n\nIt has none.\n\nFound\n0'],
    'what did not pass is seen'
  )
  await answer.getByText('1 of 2 checks passed').click()
  await answer.getByText('Short enough.').waitFor()
  await page.setViewportSize({ width: 390, height: 900 })
  t.ok(await fits(page, '.answer .row-cards'), 'nothing is cut off on a phone')
  t.strictSame(await violations(page), [])
})

inGallery(
  t,
  'a product shows first what it knows of the account, and rows lead to the form of an action',
  async (t, { url, open }) => {
    const page = await open()
    await signUp(page, url)
    await page.goto(`${url}/products/notes`)
    await page.getByText('Found 0 notes.').waitFor()
    await page.getByText('There is none.').waitFor()
    t.strictSame(await violations(page), [])
    await page.getByRole('navigation', { name: 'Actions' }).getByRole('link', { name: 'Add a note' }).click()
    await page.getByRole('textbox', { name: 'Text' }).fill('milk')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.locator('.answer').getByText('Kept note').waitFor()
    await page.getByRole('navigation', { name: 'Actions' }).getByRole('link', { name: 'Home' }).click()
    await page.getByText('Found 1 notes.').waitFor()
    const newest = page.getByRole('region', { name: 'Notes' }).first()
    await newest.getByRole('cell', { name: 'milk' }).waitFor()
    await newest.getByRole('link', { name: 'Add a note' }).click()
    await page.waitForURL('**/products/notes?action=add')
    t.equal(await page.getByRole('textbox', { name: 'Text' }).inputValue(), 'milk', 'the form has what the row shows')
  },
  notesPlugin
)

/** Whether an element and all that is in it is inside of its card. */
function fits(page: Page, selector: string): Promise<boolean> {
  return page.evaluate<boolean>(`(() => {
    const element = document.querySelector('${selector}')
    const right = element.closest('.card').getBoundingClientRect().right
    return [...element.querySelectorAll('*')].every(each => each.getBoundingClientRect().right <= right)
  })()`)
}
