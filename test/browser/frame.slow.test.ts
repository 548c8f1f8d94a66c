import { setTimeout as delay } from 'node:timers/promises'
import { Client } from '@product-host/sdk/client'
import t from 'tap'
import { inBrowser, inGallery } from './chromium.js'
import { violations } from './look.js'
import { signUp } from './person.js'

inGallery(t, 'a first request that takes long says so, and can be sent again', async (t, { url, open }) => {
  const page = await open()
  await signUp(page, url)
  let count = 0
  await page.route('**/dashboard/api/accounts/me', async route => {
    count += 1
    // The first request is never answered.
    if (count > 1) await route.continue()
  })
  await page.goto(`${url}/usage`)
  await page.getByText('This takes longer than usual.').waitFor()
  t.strictSame(await violations(page), [])
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('ada@example.org').waitFor({ timeout: 10_000 })
})

inGallery(
  t,
  'an account that cannot be read is said once, in the frame of who was signed in',
  async (t, { url, open }) => {
    const page = await open()
    await signUp(page, url)
    await page.route('**/dashboard/api/accounts/me', route => route.abort())
    await page.goto(`${url}/usage`)
    await page.getByRole('heading', { name: 'The dashboard could not be loaded' }).waitFor()
    t.equal(await page.getByText('could not be loaded').count(), 1)
    t.equal(await page.getByRole('link', { name: 'Sign in' }).count(), 0)
    await page.unroute('**/dashboard/api/accounts/me')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Usage' }).waitFor()
  }
)

inGallery(
  t,
  'a page that is opened without a network says so, and is shown once the network is back',
  async (t, visit) => {
    const page = await visit.open()
    await signUp(page, visit.url)
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Usage', exact: true }).click()
    await page.getByText('The host cannot be reached').waitFor()
    t.strictSame(await violations(page), [])
    await page.context().setOffline(false)
    await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor()
    await page.getByText(/^No calls in the /).waitFor()
    await page.context().setOffline(true)
    await page.getByLabel('Run from').selectOption('Dashboard')
    await page.getByText('This could not be loaded').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('link', { name: 'Show all products, run from anywhere' }).waitFor()
    t.equal(await page.getByText('This could not be loaded').count(), 0, 'data that could not be read is read again')
  }
)

inGallery(t, 'pages for people who are not signed in make no request that is refused', async (t, visit) => {
  const page = await visit.open()
  const refused: string[] = []
  page.on('response', response => response.status() >= 400 && refused.push(response.url()))
  for (const path of ['/', '/sign-in', '/sign-up', '/developers', '/developers/guides/webhooks', '/usage']) {
    await page.goto(visit.url + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
  }
  t.strictSame(refused, [])
})

inGallery(t, 'what is typed before the menu of commands has loaded is in it', async (t, { url, open }) => {
  const page = await open()
  await signUp(page, url)
  await page.route('**/command-menu*', async route => {
    await delay(500)
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('usages')
  await page.keyboard.press('Backspace')
  await page.getByRole('combobox', { name: 'Page, product or action' }).waitFor()
  t.equal(await page.getByRole('combobox', { name: 'Page, product or action' }).inputValue(), 'usage')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor()
})

inGallery(t, 'an address that leads nowhere says what is wrong and where to go', async (t, { url, open }) => {
  const page = await open()
  await signUp(page, url)
  for (const [path, title, link] of [
    ['/products/nope', 'Product not found', 'All products'],
    ['/products/nope/config', 'Product not found', 'All products'],
    ['/connect', 'No app to connect', 'How to connect'],
    ['/connect?client_id=nobody', 'No app to connect', 'How to connect'],
    ['/nowhere', 'Page not found', 'Go to Home']
  ] as const) {
    await page.goto(url + path)
    await page.getByRole('heading', { name: title }).waitFor()
    await page.getByRole('main').getByRole('link', { name: link }).waitFor()
    t.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0, path)
    t.notMatch(await page.getByRole('main').innerText(), /api\/v1|lacks/, path)
    t.strictSame(await violations(page), [], path)
  }
})

inGallery(t, 'the menu of commands closes when the browser goes back', async (t, { url, open }) => {
  const page = await open()
  await signUp(page, url)
  await page.getByRole('link', { name: 'Usage', exact: true }).click()
  await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Page, product or action' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  t.pass('nothing is over the page')
})

/** The title and the path of each product in the navigation. */
const shownIcons =
  "Array.from(document.querySelectorAll('[aria-label=Products] a'), link => [link.title, link.querySelector('path').getAttribute('d')])"

/** The colours of the icons on the cards of products. */
const cardColours = "Array.from(document.querySelectorAll('.tile .glyph'), icon => getComputedStyle(icon).stroke)"

inBrowser(
  t,
  'a product has its icon and its hue in the navigation, in the list and on its page',
  async (t, { url, open }) => {
    const page = await open()
    await signUp(page, url)
    const products = await new Client({ url }).catalogue()
    await page.goto(`${url}/products`)
    await page.getByRole('link', { name: 'Open Core' }).waitFor()
    t.strictSame(
      await page.evaluate(shownIcons),
      products.map(({ title, icon }) => [title, icon])
    )
    await page.locator('.tile').first().waitFor()
    t.equal(new Set(await page.evaluate<readonly string[]>(cardColours)).size, products.length)
    await page.getByRole('link', { name: 'Open Wealthnode' }).click()
    const heading = page.getByRole('heading', { name: 'Wealthnode', level: 1 })
    await heading.waitFor()
    const { icon } = products.find(({ slug }) => slug === 'wealthnode') ?? {}
    t.equal(await heading.locator('path').getAttribute('d'), icon)
  }
)
