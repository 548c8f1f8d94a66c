import { makeClock } from '@product-host/sdk/runtime'
import type { Page } from 'playwright-core'
import t from 'tap'
import { Entitlements } from '../../host/dist/billing/entitlements.js'
import { readSettings } from '../../host/dist/settings.js'
import { openSharedState } from '../../host/dist/start/shared-state.js'
import { inBrowser } from './chromium.js'
import { violations } from './look.js'
import { signUp, startTrial } from './person.js'

inBrowser(
  t,
  'the plan page says the price, the days left and what is included, and a checkout leads on',
  async (t, { url, email, open }) => {
    const page = await open()
    await signUp(page, url, email)
    await startTrial(page, /No card/)
    await page.goto(`${url}/billing`)
    await page.getByText('Trial, 3 days left').waitFor()
    await page.locator('.price').getByText('Free', { exact: true }).waitFor()
    t.equal(await page.locator('.price').textContent(), 'Free in this demo')
    const included = page.locator('.included li')
    await included.getByText('Needs a card').nth(2).waitFor()
    await included.getByText('Included').nth(2).waitFor()
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
    await end.getByText('To cancel the plan, remove your card on the next page.').waitFor()
    await included.getByText('Included').nth(5).waitFor()
    await end.getByRole('button', { name: 'Cancel the plan' }).click()
    await page.waitForURL('**/checkout/**')
    await page.getByRole('heading', { name: 'Cancel the plan' }).waitFor()
    t.notMatch(await page.content(), /\dZ/, 'times are in words')
    t.strictSame(await violations(page), [])
    await page.getByRole('link', { name: 'Back to Billing' }).click()
    await page.getByText('The plan was not cancelled').waitFor()
    await end.getByRole('button', { name: 'Cancel the plan' }).click()
    await page.waitForURL('**/checkout/**')
    t.ok(await page.getByLabel(/Remove the card/).isChecked(), 'what the person came for is chosen')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The plan was cancelled').waitFor()
    await page.getByText('Without a card, the plan ends with it').first().waitFor()
    t.strictSame(await violations(page), [])
  }
)

inBrowser(
  t,
  'every page of an account whose plan has ended leads to its renewal',
  async (t, { url, folder, email, open }) => {
    const page = await open()
    await signUp(page, url, email)
    await startTrial(page, /No card/)
    const address = await checkoutAddress(page, 'card')
    await endTrial(page, folder)

    await page.goto(url)
    await page.getByText('You can run actions again once you renew it.').waitFor()
    t.equal(await page.getByRole('button', { name: 'Renew the plan' }).count(), 1)
    t.equal(await page.getByRole('main').getByRole('link', { name: /Run/ }).count(), 0)
    t.strictSame(await violations(page), [])
    await page.goto(`${url}/products`)
    await page.getByText('The plan has ended', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Renew the plan' }).waitFor()
    t.equal(await page.getByRole('button', { name: 'Add a card' }).count(), 0)
    t.strictSame(await violations(page), [])
    await page.goto(`${url}/products/core`)
    await page.getByRole('button', { name: 'Renew the plan' }).waitFor()
    await page.goto(`${url}/billing`)
    await page.getByText('You choose one when you renew the plan.').waitFor()
    t.equal(await page.getByRole('button', { name: 'Add a card' }).count(), 0)

    // A checkout that was opened before the end adds a card, and no plan.
    await page.evaluate(
      opened => sessionStorage.setItem('checkout', opened),
      JSON.stringify({ purpose: 'card', status: 'trialing', last4: null })
    )
    await page.goto(address)
    await page.getByLabel(/Visa/).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The card was added').waitFor()
    await page.getByText('Your plan has ended. Renew it to run actions again.').waitFor()
    t.equal(await page.getByText('Every product is ready now').count(), 0)
    await page.getByRole('button', { name: 'Renew the plan' }).click()
    await page.waitForURL('**/checkout/**')
    await page.getByText('Your plan: ended.').waitFor()
    await page.getByLabel('Your card, Visa •••• 4242').check()
    await page.getByRole('button', { name: 'Renew the plan' }).click()
    await page.getByText('The plan is active again').waitFor()
    t.equal(await page.getByText('The trial has started').count(), 0)
  }
)

/** The address of a new checkout. */
function checkoutAddress(page: Page, purpose: string): Promise<string> {
  const body = JSON.stringify({ purpose })
  return page.evaluate<string>(`fetch('/dashboard/api/billing/checkout', {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '${body}'
  }).then(response => response.json()).then(({ url }) => url)`)
}

/** Records in the store of a running host that the trial of the account in the page has passed. */
async function endTrial(page: Page, folder: string): Promise<void> {
  const account = await page.evaluate<string>(
    "fetch('/dashboard/api/accounts/me').then(response => response.json()).then(({ id }) => id)"
  )
  const { store } = await openSharedState(readSettings({ DATA_DIR: folder }), () => undefined)
  const entitlements = new Entitlements(store, makeClock(Date.now, Math.random))
  await entitlements.decide(account, 'passed', ({ endsAt }) => ({ passed: endsAt ?? 0 }))
  await store.close()
}

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
  await page.getByText('add a card under Billing. The plan then costs £29.00 a month.').waitFor()
  await page.route('**/dashboard/api/billing/price', route => route.fulfill({ json: { price: null } }))
  await page.reload()
  await page.getByText('add a card under Billing. The checkout shows what the plan costs.').waitFor()
  await page.unrouteAll()
  await page.reload()
  await page
    .getByText('add a demo card under Billing. The demo card is made up: you need no real one, and nothing is charged.')
    .waitFor()
  t.strictSame(await violations(page), [])
})
