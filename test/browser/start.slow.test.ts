import { Client } from '@product-host/sdk/client'
import t from 'tap'
import { inBrowser, inGallery } from './chromium.js'
import { violations } from './look.js'
import { password, signUp } from './person.js'

inBrowser(
  t,
  'from sign-up to the first own call in 7 clicks and 2 fields, and then home shows the trend',
  async (t, visit) => {
    const { url, open } = visit
    const page = await open()
    let clicks = 0
    const click = async (name: string | RegExp, role: 'button' | 'link' = 'button') => {
      clicks += 1
      await page.getByRole(role, { name, exact: true }).first().click()
    }
    await page.goto(url)
    await page.getByLabel('E-mail address').fill('ada@example.org')
    await page.getByLabel('Password').fill(password)
    await click('Create account')
    await click('Start the trial')
    await page.waitForURL('**/checkout/**')
    await click('Start the trial')
    await page.getByText('The trial has started').waitFor()
    t.equal(new URL(page.url()).pathname, '/', 'the checkout leads back to the next steps')
    await click('Create a key', 'button')
    await click('Create the key')
    await page.getByText('Try it from a shell').click()
    clicks += 1
    const call = page.getByRole('region', { name: 'A call with the key, for a shell' })
    const [, key = ''] = /Bearer (phk_\w+)/.exec((await call.textContent()) ?? '') ?? []
    const [, body = ''] = /-d '(.*)'/s.exec((await call.textContent()) ?? '') ?? []
    const answer = await fetch(`${url}/api/v1/products/core/execute`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', Connection: 'close' },
      body
    })
    t.match(await answer.json(), { ok: true, action: 'remember' })
    t.ok(clicks + 1 <= 7, `${clicks} clicks, and one that copies the call`)

    await click('I have copied it')
    await page.goto(url)
    await page.getByRole('img', { name: /Calls by day.*at most 1 per day/ }).waitFor()
    t.equal(await page.getByText('Problems').count(), 0)
    await page.getByRole('heading', { name: 'Next steps' }).waitFor()
    await page.getByText('Add a payment card').waitFor()
    await click('Close the next steps')
    await page.reload()
    await page.getByRole('img', { name: /Calls by day.*at most 1 per day/ }).waitFor()
    t.equal(await page.getByText('Next steps').count(), 0, 'they stay closed')
    await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Products' }).click()
    await page.getByText('Needs a card').first().waitFor()
    t.equal(await page.getByText('Needs a card').count(), 3)
  }
)

inBrowser(t, 'from the start page to the first recall in 8 clicks', async (t, { url, email, open }) => {
  const page = await open()
  let clicks = 0
  const click = async (name: string, role: 'button' | 'link' = 'button') => {
    clicks += 1
    await page.getByRole(role, { name, exact: true }).first().click()
  }
  await page.goto(url)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await click('Create account')
  await click('Start the trial')
  await page.waitForURL('**/checkout/**')
  await click('Start the trial')
  await page.getByText('The trial has started').waitFor()
  await click('Open Core', 'link')
  await page.getByText('Newest memories').waitFor()
  await click('Remember', 'link')
  await click('Run')
  await page.getByText('Remembered “client.preference” (version 1).').first().waitFor()
  await click('Recall', 'link')
  await click('Run')
  await page.locator('.answer').getByText('Prefers meetings in the morning', { exact: true }).waitFor()
  t.equal(clicks, 8)
})

inGallery(t, 'Ctrl-K goes anywhere by the keyboard, and the theme is chosen', async (t, { url, open }) => {
  const page = await open()
  await signUp(page, url)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Page, product or action' }).waitFor()
  await page.keyboard.type('wai')
  const found = page.getByRole('listbox', { name: 'Found' }).getByRole('option')
  await found.filter({ hasText: 'Wait' }).waitFor()
  t.strictSame(await found.allTextContents(), ['Wait Gallery'])
  t.strictSame(await violations(page), [])
  await page.keyboard.press('Enter')
  await page.getByLabel(/^Seconds/).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  t.equal(await page.evaluate('document.activeElement.textContent'), 'Gallery', 'the title of the page has the focus')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('nothing like it')
  await page.getByText('Nothing has this name.').waitFor()
  await page.keyboard.press('Escape')
  const status = await page.evaluate(`fetch('/dashboard/api/products/gallery/execute', {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"action":"slow","seconds":0}'
  }).then(response => response.status)`)
  t.equal(status, 200)
  await page.goto(`${url}/calls`)
  await page.getByRole('switch', { name: 'Live' }).click()
  await page.getByRole('button', { name: 'Gallery: Wait' }).waitFor()
  await page.keyboard.press('Control+k')
  const last = page.getByRole('group', { name: 'Recent' })
  await last.waitFor()
  t.strictSame(await last.getByRole('option').allTextContents(), ['Wait Gallery'])
  t.equal(await found.first().textContent(), 'Wait Gallery', 'what was used last comes first')
  t.equal(await found.filter({ hasText: 'Wait' }).count(), 1, 'and once')
  await page.keyboard.press('Escape')
  await page.goto(`${url}/products/gallery?action=slow`)
  await page.getByLabel(/^Seconds/).waitFor()

  const background = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
  const light = await background()
  await page.getByLabel('Theme').selectOption('Dark')
  const dark = await background()
  t.not(dark, light)
  await page.reload()
  await page.getByLabel(/^Seconds/).waitFor()
  t.equal(await background(), dark, 'the browser keeps the choice')
  t.strictSame(await violations(page), [])
  await page.getByLabel('Theme').selectOption('System')
  t.equal(await background(), light)
})

inBrowser(t, 'the start page shows a request with its recorded answer, and every product', async (t, { url, open }) => {
  const page = await open()
  await page.goto(url)
  const answer = page.getByRole('region', { name: 'The answer of Core' })
  t.match(JSON.parse(await answer.innerText()), {
    ok: true,
    action: 'remember',
    summary: 'Remembered "client.preference" (version 1).',
    detail: { key: 'client.preference', change: 'created' }
  })
  const request = await page.getByRole('region', { name: 'A call of Core in curl' }).innerText()
  t.match(request, /"action": "remember",\s+"key": "client\.preference"/)
  t.match(request, `${url}/api/v1/products/core/execute`)
  const products = await new Client({ url }).catalogue()
  t.strictSame(
    await page.evaluate(shownProducts),
    products.map(({ title, icon }) => [title, icon])
  )
  t.strictSame(await violations(page), [])
})

/** The title and the path of each product in the list. */
const shownProducts =
  "Array.from(document.querySelectorAll('.product-list h3'), title => [title.querySelector('a').textContent, title.querySelector('path').getAttribute('d')])"
