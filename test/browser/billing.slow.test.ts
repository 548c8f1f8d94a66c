import t from 'tap'
import { inBrowser } from './chromium.js'
import { violations } from './look.js'
import { signUp, startTrial } from './person.js'

inBrowser(
  t,
  'the plan page says the price, the days left and what is included, and a checkout leads on',
  async (t, { url, open }) => {
    const page = await open()
    await signUp(page, url)
    await startTrial(page, /No card/)
    await page.goto(`${url}/billing`)
    await page.getByText('Trial, 3 days left').waitFor()
    t.equal(await page.locator('.price').textContent(), 'Free in this demo')
    const included = page.locator('.included li')
    await included.getByText('Needs a card').first().waitFor()
    t.equal(await included.count(), 6)
    t.equal(await included.getByText('Needs a card').count(), 3)
    t.equal(await included.getByText('Included').count(), 3)
    await page.getByText('Without a card, the plan ends with it').waitFor()
    await page.getByText('Wealthnode, LeadConnect and Sentinel Lite are available as soon as you add one.').waitFor()
    t.strictSame(await violations(page), [])

    await page.getByRole('button', { name: 'Add a card' }).click()
    await page.waitForURL('**/checkout/**')
    await page.getByLabel(/Visa/).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The card was added').waitFor()
    t.equal(new URL(page.url()).pathname, '/', 'the checkout leads to the next steps')
    await page.getByText('Add a payment card (done)').waitFor()

    await page.route('**/dashboard/api/billing/price', route =>
      route.fulfill({ json: { price: { amount: 2_900, currency: 'GBP', interval: 'month', intervals: 1 } } })
    )
    await page.goto(`${url}/billing`)
    await page.getByText('£29.00').waitFor()
    await page.getByText('a month after the trial', { exact: true }).waitFor()
    await page.getByText('ending in 4242').waitFor()
    const end = page.getByRole('region', { name: 'Cancel the plan' })
    await end.getByText('The next page asks you to remove your card, which cancels the plan.').waitFor()
    await included.getByText('Included').nth(5).waitFor()
    await end.getByRole('button', { name: 'Cancel the plan' }).click()
    await page.waitForURL('**/checkout/**')
    await page.getByLabel(/Remove/).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Without a card, the plan ends with it').first().waitFor()
  }
)

inBrowser(t, 'the start page says before sign-up what the plan costs', async (t, { url, open }) => {
  const page = await open()
  await page.route('**/dashboard/api/site', async route => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), demoKey: null } })
  })
  await page.route('**/dashboard/api/billing/price', route =>
    route.fulfill({ json: { price: { amount: 2_900, currency: 'GBP', interval: 'month', intervals: 1 } } })
  )
  await page.goto(url)
  await page.getByText('add a card. The plan then costs £29.00 a month.').waitFor()
  await page.route('**/dashboard/api/billing/price', route => route.fulfill({ json: { price: null } }))
  await page.reload()
  await page.getByText('add a card. The checkout shows what the plan costs.').waitFor()
  await page.unrouteAll()
  await page.reload()
  await page.getByText('add the free demo card. No real card is needed, and nothing is charged.').waitFor()
  t.strictSame(await violations(page), [])
})
