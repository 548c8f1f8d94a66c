import type { Page } from 'playwright-core'
import t from 'tap'
import { inBrowser } from './chromium.js'
import { signUp, startTrial } from './person.js'

inBrowser(
  t,
  'forms are validated before they are sent, and issues that the host reports are shown at their fields',
  async (t, visit) => {
    const { url, email, open } = visit
    const page = await open()
    await signUp(page, url, email)
    await startTrial(page, /Visa/)
    const more = () => page.getByText(/More options/).click()
    const run = () => page.getByRole('button', { name: 'Run', exact: true }).click()
    const call = async () => {
      const text = (await page.getByRole('region', { name: 'The call in curl' }).textContent()) ?? ''
      return text.replaceAll(/\n\s*/g, '').replaceAll('": ', '":')
    }
    const issues = () => page.locator('.issues p').allTextContents()

    await page.goto(`${url}/products/sentinel-lite?action=probe`)
    await page.getByLabel(/^Address/).fill('http://127.0.0.1')
    await more()
    await page.getByLabel(/^Path/).fill('status')
    await page.getByLabel(/^Retries/).fill('7')
    await run()
    await page.getByText('This field is required.').waitFor()
    t.strictSame(await issues(), ['This field is required.', 'This must be 3 or less.'])
    await page.getByLabel(/^Value/).fill('{ "up": true }')
    await page.getByLabel(/^Retries/).fill('0')
    t.match(await call(), '"expectJson":{"path":"status","equals":{"up":true}},"retries":0')
    await run()
    await page.getByRole('tab', { name: 'JSON' }).click()
    const answer = JSON.parse((await page.getByRole('region', { name: 'The full response' }).textContent()) ?? '')
    t.match(answer, { ok: false, detail: { error: { code: 'blocked_address' } } })

    await page.goto(`${url}/products/sentinel-lite?action=heartbeat`)
    await more()
    await page.getByLabel(/^Cron/).fill('at noon')
    await run()
    await page.locator('.invalid', { hasText: 'Cron' }).locator('.issues p').waitFor()
    t.equal((await issues()).length, 1)
    await page.getByText('Check the marked field: Cron.').waitFor()

    await page.goto(`${url}/products/creator-os?action=schedule`)
    t.match(await call(), '"items":["Remote onboarding","Hiring","Pricing"]', 'it begins with an example with values')
    await page.getByRole('button', { name: 'Two weeks on the usual platforms' }).click()
    await more()
    await page.getByRole('button', { name: 'Add a post to Posts to plan' }).click()
    await page.getByLabel('Title of row 1').fill('one')
    await page.getByRole('button', { name: 'Add a post to Posts to plan' }).click()
    await page.getByLabel('Title of row 2').fill('two')
    await page.getByLabel('Platform of row 2').fill('x')
    await page.getByRole('switch', { name: 'Calendar file' }).click()
    await page.getByLabel(/^First day/).fill('2099-01-05')
    t.match(await call(), '"items":["one",{"title":"two","platform":"x"}],"ics":false,"startDate":"2099-01-05"')
    await run()
    await page.getByText('This is more than two years from now.').waitFor()
    await page.getByLabel(/^First day/).fill('')
    await run()
    await page
      .getByText(/^Planned/)
      .first()
      .waitFor()
  }
)

inBrowser(t, 'a list of steps has rows, and JSON where no row holds an item', async (t, { url, email, open }) => {
  const page = await open()
  await signUp(page, url, email)
  await startTrial(page, /Visa/)
  const call = async () =>
    ((await page.getByRole('region', { name: 'The call in curl' }).textContent()) ?? '').replaceAll(/\s+/g, '')
  await page.goto(`${url}/products/core?action=agent`)
  await page.getByText(/More options/).click()
  await page.getByRole('button', { name: 'Add a row to Steps' }).click()
  await page.getByLabel('Product of row 1').fill('core')
  await page.getByLabel('Action of row 1').fill('recall')
  await page.getByLabel('Input of row 1').fill('{ "key": ')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  t.strictSame(await page.locator('.issues').allTextContents(), ['This is not valid JSON.'], 'it says so once')
  await page.getByLabel('Input of row 1').fill('{ "key": "acme-pays" }')
  t.match(await call(), '"steps":[{"product":"core","action":"recall","input":{"key":"acme-pays"}}]')

  await page.goto(`${url}/products/core?action=gather`)
  await page.getByRole('button', { name: 'Two looks into the memory' }).click()
  const json = page.getByRole('textbox', { name: /^Sources/ })
  t.match(await json.inputValue(), /"prefix": "note\."/, 'an item that no row holds is kept')
  await json.fill('[{ "product": "core"')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  t.strictSame(await page.locator('.issues').allTextContents(), ['This is not valid JSON.'])
  await json.fill('[{ "product": "core", "action": "recall" }]')
  await page.getByRole('button', { name: 'Edit as rows (Sources)' }).click()
  t.equal(await page.getByLabel('Action of row 1').inputValue(), 'recall')
  await page.getByLabel('Source of row 1').fill('notes')
  t.match(await call(), '"sources":[{"product":"core","action":"recall","id":"notes"}]')
  await page.getByRole('button', { name: 'Edit as JSON (Sources)' }).click()
  t.match(await json.inputValue(), /"notes"/)
})

inBrowser(t, 'a stored record is chosen by its title, by the account that has it', async (t, { url, email, open }) => {
  const page = await open()
  await signUp(page, url, email)
  await startTrial(page, /Visa/)
  const run = () => page.getByRole('button', { name: 'Run', exact: true }).click()
  const show = async (action: string) => {
    await page.getByRole('navigation', { name: 'Actions' }).getByRole('link', { name: action }).click()
    await page.getByRole('heading', { name: action }).waitFor()
  }
  const draft = (page: Page) => page.getByRole('combobox', { name: 'Draft of row 1' })
  const optionsOf = (page: Page) => draft(page).locator('option').allTextContents()
  const addPost = async (page: Page) => {
    await page.goto(`${url}/products/creator-os?action=schedule`)
    await page.getByRole('button', { name: 'Two weeks on the usual platforms' }).click()
    await page.getByText(/More options/).click()
    await page.getByRole('button', { name: 'Add a post to Posts to plan' }).click()
    await page.getByText('You have no draft yet.').waitFor()
    t.strictSame(await optionsOf(page), ['None'])
  }
  const showPosts = async () => {
    await show('Plan posts')
    await page.getByText(/More options/).click()
    await draft(page).locator('option', { hasText: 'Rye bread' }).waitFor({ state: 'attached' })
  }
  const detail = async () => {
    await page.getByRole('tab', { name: 'JSON' }).click()
    const text = await page.getByRole('region', { name: 'The full response' }).textContent()
    await page.getByRole('tab', { name: 'Answer', exact: true }).click()
    return JSON.parse(text ?? '').detail
  }
  await addPost(page)
  t.match(await page.getByText('Hours of the day without posts').textContent(), '“21-07” is from 21:00')

  const drafts: string[] = []
  await show('Write a post')
  for (const topic of ['Rye bread', 'Oat milk']) {
    await page.getByLabel(/^Topic/).fill(topic)
    await run()
    await page.locator('.answer').getByText(`“${topic}”`).first().waitFor()
    drafts.push((await detail()).draftId)
  }
  await showPosts()
  const options = await optionsOf(page)
  t.match(options, ['None', /^Oat milk \(\d+ \w+ \d{4}, \d\d:\d\d\)$/, /^Rye bread \(/], 'the newest comes first')
  await page.getByLabel('Title of row 1').fill('Our rye')
  await draft(page).selectOption({ label: options[2] ?? '' })
  const call = (await page.getByRole('region', { name: 'The call in curl' }).textContent()) ?? ''
  t.match(call.replaceAll(/\s+/g, ''), `"items":[{"title":"Ourrye","draftId":"${drafts[0]}"}]`)
  await run()
  await page.getByText(/^Planned 1 post/).waitFor()
  t.match(await detail(), { conflicts: [], entries: [{ title: 'Our rye', draftId: drafts[0] }] })

  const other = await open()
  await signUp(other, url, 'eve@example.org')
  await addPost(other)

  const records = '**/dashboard/api/data/**'
  await page.route(records, route => route.abort())
  await page.goto(`${url}/products/creator-os?action=schedule`)
  await page.getByText(/More options/).click()
  await page.getByRole('textbox', { name: 'Draft of row 1' }).fill('a-former-draft')
  await page.unroute(records)
  await show('Write a post')
  await showPosts()
  t.equal(await draft(page).inputValue(), 'a-former-draft', 'a value that is not in the list stays')
  await page.goto(`${url}/data?product=creator-os`)
  await page.locator('.record strong', { hasText: /^Rye bread$/ }).waitFor()
})

inBrowser(t, 'a form says why nothing runs before the trial, and leads to it', async (t, { url, email, open }) => {
  const page = await open()
  await signUp(page, url, email)
  await page.goto(`${url}/products/core`)
  await page.getByText('Start the trial first').waitFor()
  await page.getByRole('button', { name: 'A fact' }).click()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByRole('alert').getByText('Start the trial first').waitFor()
  await page.goto(`${url}/keys`)
  await page.getByRole('button', { name: 'Create a key' }).click()
  await page.getByLabel('Name').fill('too early')
  await page.getByRole('button', { name: 'Create the key' }).click()
  await page.getByRole('button', { name: 'Start the trial' }).click()
  await page.waitForURL('**/checkout/**')
  t.match(await page.title(), /Start the trial/)
})
