import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import t from 'tap'
import { inBrowser, inGallery } from './chromium.js'
import { becomesTrue, password, returnedFocus, signOut, signUp } from './person.js'

const endSession = "fetch('/dashboard/api/sessions/current', { method: 'DELETE' })"

const run = (page: Page) => page.getByRole('button', { name: 'Run', exact: true }).click()

const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent')

inGallery(
  t,
  'a session that has ended is renewed in a dialog; the form stays and the call goes on',
  async (t, visit) => {
    const page = await visit.open()
    await signUp(page, visit.url)
    await page.goto(`${visit.url}/products/gallery?action=collect`)
    await page.getByLabel(/^Password/).fill('typed before')
    await page.evaluate(endSession)
    await run(page)
    await page.getByRole('heading', { name: 'Sign in again' }).waitFor()
    await page.getByText('Your session as ada@example.org has ended.').waitFor()
    await page.getByRole('dialog').getByLabel('Your password').fill('not this one')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('dialog').getByText('The password is wrong.').waitFor()
    await page.getByRole('dialog').getByLabel('Your password').fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('Collected 1.').first().waitFor()
    t.equal(await page.getByLabel(/^Password/).inputValue(), 'typed before')
    t.equal(await focused(page), 'Run', 'the focus is where it was')
  }
)

inGallery(t, 'two tabs: a sign-in in one continues the other, and signing out ends both', async (t, visit) => {
  const first = await visit.open()
  await signUp(first, visit.url)
  const second = await first.context().newPage()
  for (const page of [first, second]) {
    await page.goto(`${visit.url}/products/gallery?action=collect`, { waitUntil: 'networkidle' })
    await page.getByLabel(/^Password/).waitFor()
  }
  await first.evaluate(endSession)
  await run(first)
  await run(second)
  for (const page of [first, second]) await page.getByRole('heading', { name: 'Sign in again' }).waitFor()
  await second.getByRole('dialog').getByLabel('Your password').fill(password)
  await second.getByRole('button', { name: 'Sign in', exact: true }).click()
  for (const page of [first, second])
    await page
      .getByText(/^Collected [12]\.$/)
      .first()
      .waitFor()

  await signOut(second)
  await first.getByRole('heading', { name: 'Sign in' }).waitFor()
  t.equal(new URL(first.url()).pathname, '/sign-in')
  t.notMatch(await first.content(), /Collected/, 'nothing of the account is left')
})

inGallery(t, 'back, forward and another action keep what was typed and answered', async (t, { url, open }) => {
  const page = await open()
  await signUp(page, url)
  await page.goto(`${url}/products/gallery?action=collect`)
  await page.getByLabel(/^Password/).fill('kept')
  await run(page)
  await page.getByText('Collected 1.').first().waitFor()
  await page.getByRole('link', { name: 'Wait', exact: true }).click()
  await page.getByLabel(/^Seconds/).fill('0.5')
  await page.getByRole('link', { name: 'Usage', exact: true }).click()
  await page.getByRole('heading', { name: 'Usage' }).waitFor()
  await page.goBack()
  await page.getByLabel(/^Seconds/).waitFor()
  t.equal(await page.getByLabel(/^Seconds/).inputValue(), '0.5')
  await page.goBack()
  await page.getByText('Collected 1.').first().waitFor()
  t.equal(await page.getByLabel(/^Password/).inputValue(), 'kept')
  await page.getByLabel(/^Password/).fill('changed')
  await page.getByText('This is the answer to an earlier input').waitFor()
  await page.goForward()
  await page.goBack()
  await page.getByText('This is the answer to an earlier input').waitFor()
  t.equal(await page.getByLabel(/^Password/).inputValue(), 'changed')
})

inGallery(
  t,
  'a tab that is loaded again has the form and the last answer, until somebody else signs in',
  async (t, visit) => {
    const { url, open } = visit
    const page = await open()
    await signUp(page, url)
    await page.goto(`${url}/products/gallery?action=collect`)
    await page.getByLabel(/^Password/).fill('kept')
    await run(page)
    await page.getByText('Collected 1.').first().waitFor()
    await page.getByLabel(/^Password/).fill('typed after')
    await page.reload()
    await page.getByText('This is the answer to an earlier input').waitFor()
    await page.getByText('Collected 1.').first().waitFor()
    t.equal(await page.getByLabel(/^Password/).inputValue(), 'typed after')

    await page.getByRole('link', { name: 'Wait', exact: true }).click()
    await page.getByLabel(/^Seconds/).fill('1')
    await run(page)
    await page.getByText('The action is running.').waitFor()
    await page.reload()
    await page.getByText('The page was loaded again before the answer arrived.').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Waited for 1 s.').first().waitFor()

    await signOut(page)
    t.equal(await page.evaluate('sessionStorage.length'), 0, 'nothing of the account is left in the tab')
    await page.goto(`${url}/sign-up`)
    await signUp(page, `${url}/sign-up`, 'eve@example.org')
    await page.goto(`${url}/products/gallery?action=collect`)
    await page.getByText('Run the action to see its answer here.').waitFor()
    t.equal(await page.getByLabel(/^Password/).inputValue(), 'open sesame', 'the first example')
  }
)

inGallery(
  t,
  'a connection that is cut says so, and the call is sent again without being done twice',
  async (t, visit) => {
    const page = await visit.open()
    await signUp(page, visit.url)
    await page.goto(`${visit.url}/products/gallery?action=collect`)
    // The host gets the call, and its answer is lost.
    await page.route('**/execute', async route => {
      if (route.request().method() !== 'POST') return route.continue()
      await route.fetch()
      await route.abort('connectionreset')
    })
    await run(page)
    await page.getByText('The host does not answer. Check your connection and try again.').waitFor()
    await page.getByText('The action may have run. Trying again does not run it a second time.').waitFor()
    t.equal(await page.getByText('Not run', { exact: true }).count(), 0, 'nobody knows that it did not run')
    await page.unroute('**/execute')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Collected 1.').first().waitFor()
    t.equal(await focused(page), 'Run', 'the focus is not lost with the button')
    t.equal(await page.getByLabel(/^Password/).inputValue(), 'open sesame')
    await run(page)
    await page.getByText('Collected 2.').first().waitFor()
  }
)

inGallery(t, 'an example that replaces what was typed can be taken back', async (t, { url, open }) => {
  const page = await open()
  await signUp(page, url)
  await page.goto(`${url}/products/gallery?action=collect`)
  await page.getByLabel(/^Password/).fill('typed by hand')
  await page.getByRole('button', { name: 'Clear the form' }).click()
  t.equal(await page.getByLabel(/^Password/).inputValue(), '')
  await page.getByRole('button', { name: 'Bring it back' }).click()
  t.equal(await page.getByLabel(/^Password/).inputValue(), 'typed by hand')
  let asked = 0
  page.on('dialog', dialog => {
    asked += 1
    return dialog.accept()
  })
  await page.reload()
  await page.getByLabel(/^Password/).waitFor()
  t.equal(await page.getByLabel(/^Password/).inputValue(), 'typed by hand')
  t.equal(asked, 0, 'nothing is lost by loading the page again, so nothing is asked')
})

inGallery(t, 'what the host reports of a field goes when the field is changed', async (t, { url, open }) => {
  const page = await open()
  await signUp(page, url)
  await page.goto(`${url}/products/gallery?action=collect`)
  await page.getByLabel(/^Password/).fill('wrong')
  await run(page)
  await page.getByText('This is not the password.').waitFor()
  await page.getByLabel(/^Password/).fill('right')
  t.equal(await page.getByText('This is not the password.').count(), 0)
})

inGallery(
  t,
  'an answer that takes 10 seconds: it says so, goes on behind other pages, and can be given up',
  async (t, visit) => {
    const page = await visit.open()
    await signUp(page, visit.url)
    await page.goto(`${visit.url}/products/gallery?action=slow`)
    await page.getByLabel(/^Seconds/).fill('10')
    await run(page)
    await page.getByText('The action is running.').waitFor()
    await page.getByText('This takes longer than usual.').waitFor()
    await page.getByText('the host ends the call after 30 s').waitFor()
    await page.getByRole('link', { name: 'Collect', exact: true }).click()
    await run(page)
    await page.getByText('Collected 1.').first().waitFor()
    await page.getByRole('link', { name: 'Wait', exact: true }).click()
    await page.getByText('Waited for 10 s.').first().waitFor()
    await run(page)
    await page.getByRole('button', { name: 'Stop waiting' }).click()
    await page.getByText('You stopped waiting for the answer.').waitFor()
    t.equal(await page.getByLabel(/^Seconds/).inputValue(), '10')
  }
)

inGallery(
  t,
  'settings: leaving asks, saving says so, and both versions of a conflict are shown',
  async (t, { url, open }) => {
    const page = await open()
    await signUp(page, url)
    await page.goto(`${url}/products/gallery`)
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await page.getByLabel('Monthly budget').fill('100')
    const leaving = page.getByRole('heading', { name: 'Leave without saving?' })
    await page.getByRole('link', { name: 'Usage', exact: true }).click()
    await leaving.waitFor()
    await page.getByRole('button', { name: 'Stay on this page' }).click()
    t.equal(await returnedFocus(page, 'Usage'), 'Usage', 'the focus is back on the link')
    await page.goBack()
    await leaving.waitFor()
    await page.getByRole('button', { name: 'Stay on this page' }).click()
    await leaving.waitFor({ state: 'detached' })
    t.equal(new URL(page.url()).pathname, '/products/gallery/config')
    t.equal(await page.getByLabel('Monthly budget').inputValue(), '100')

    await page.getByRole('button', { name: 'Add a target' }).click()
    await page.keyboard.type('CRM')
    await page.keyboard.press('Enter')
    await page.getByText('“CRM” cannot be used here. Try “crm”.').waitFor()
    await page.keyboard.press('Escape')
    t.equal(await returnedFocus(page, 'Add a target'), 'Add a target', 'cancelling returns the focus')
    await page.keyboard.press('Enter')
    await page.keyboard.type('crm')
    await page.keyboard.press('Enter')
    await page.getByRole('group', { name: 'Target “crm”' }).waitFor()
    t.ok(
      await becomesTrue(page, `document.activeElement.labels?.[0]?.textContent === 'Address'`),
      'the new field has the focus'
    )
    await save.click()
    await page.getByText('Enter a value, or remove this group.').waitFor()
    await page.getByLabel('Address').fill('https://crm.example/')
    t.equal(await page.getByText('Enter a value, or remove this group.').count(), 0, 'it has a value now')
    await page.getByRole('button', { name: 'Remove Target “crm”' }).click()
    t.equal(await returnedFocus(page, 'Add a target'), 'Add a target', 'removing leads to what adds')
    await save.click()
    await page.getByText('Saved as version 1.').waitFor()
    t.equal(await focused(page), 'Save', 'the focus stays on the button')

    await page.getByRole('switch', { name: 'Strict' }).click()
    await page.getByLabel('Token').fill('a secret that nobody sees')
    await page.evaluate(`fetch('/dashboard/api/products/gallery/config', {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ settings: { budget: '250' } })
  })`)
    await save.click()
    await page.getByText('These settings were saved elsewhere in the meantime').waitFor()
    const isInView = `(({ top, bottom }) => top < innerHeight && bottom > 0)(document.querySelector('.notice').getBoundingClientRect())`
    t.ok(await becomesTrue(page, isInView), 'the notice is in view')
    const rows = page.locator('.notice tbody tr')
    await rows.first().waitFor()
    t.strictSame(await rows.allTextContents(), [
      'Monthly budget100250',
      'Stricttruenot set',
      'Tokena new secretnot set'
    ])
    await page.getByRole('button', { name: 'Save my version' }).click()
    await page.getByText('Saved as version 3.').waitFor()

    await page.getByRole('button', { name: 'Restore version 2' }).click()
    await page.getByText('These are the settings of version 2.').waitFor()
    t.equal(await page.getByLabel('Monthly budget').inputValue(), '250')
    t.equal(await focused(page), 'Save')
    await page.keyboard.press('Enter')
    await page.getByText('Saved as version 4.').waitFor()
    await page.getByLabel('Monthly budget').fill('251')
    t.equal(await page.getByText('These are the settings of version 2.').count(), 0, 'they no longer are')
    // What is typed while it is saved stays.
    await page.route('**/config', async route => {
      if (route.request().method() === 'PUT') await delay(1_000)
      await route.continue()
    })
    await save.click()
    await page.getByLabel('Monthly budget').fill('2517')
    await page.getByText('Version 5', { exact: true }).waitFor()
    t.equal(await page.getByLabel('Monthly budget').inputValue(), '2517')
    await page.getByText('Not saved yet').waitFor()
    await save.click()
    await page.getByText('Saved as version 6.').waitFor()
    await page.unroute('**/config')
    await page.getByRole('link', { name: 'Usage', exact: true }).click()
    await page.getByRole('heading', { name: 'Usage' }).waitFor()
  }
)

inBrowser(
  t,
  'settings: what is added has settings of its own, and can be chosen elsewhere',
  async (t, { url, open }) => {
    const page = await open()
    await signUp(page, url)
    const add = async (button: string, name: string) => {
      await page.getByRole('button', { name: button }).click()
      await page.keyboard.type(name)
      await page.keyboard.press('Enter')
    }
    await page.goto(`${url}/products/sentinel-lite/config`)
    await add('Add a target', 'shop')
    await page.getByLabel('Origin').fill('https://shop.example')
    await add('Add a secret header', 'X Key')
    await page.getByText('“X Key” cannot be used here.').waitFor()
    await page.getByLabel('Name of the secret header').fill('X-Key')
    await page.keyboard.press('Enter')
    await page.getByLabel('Secret header “X-Key”').fill('a secret that nobody sees')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved as version 1.').waitFor()
    await page.reload()
    t.equal(await page.getByLabel('Secret header “X-Key”').inputValue(), '********')
    await page.getByRole('button', { name: 'Remove Target “shop”' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved as version 2.').waitFor()
    t.equal(await page.getByLabel('Secret header “X-Key”').count(), 0)

    await page.goto(`${url}/products/leadconnect/config`)
    await add('Add an owner', 'priya')
    await page.getByRole('group', { name: 'Owner “priya”' }).getByLabel('Most leads a day').fill('5')
    await add('Add a rule', '3')
    await page.getByLabel('Goes to').selectOption('Owner “priya”')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved as version 1.').waitFor()
    const saved = await page.evaluate<object>(
      `fetch('/dashboard/api/products/leadconnect/config').then(response => response.json())`
    )
    t.match(saved, { settings: { 'owner.priya.capacityPerDay': '5', 'rule.3.to': 'owner:priya' }, unrecognised: [] })
  }
)

inGallery(
  t,
  'settings that are saved slowly, or not, say so, and are saved by trying again',
  async (t, { url, open }) => {
    const page = await open()
    await signUp(page, url)
    await page.goto(`${url}/products/gallery/config`)
    await page.getByLabel('Monthly budget').fill('100')
    await page.getByLabel('Token').fill('a secret')
    // The host saves, and its answer is lost.
    await page.route('**/config', async route => {
      if (route.request().method() !== 'PUT') return route.continue()
      await delay(4_000)
      await route.fetch()
      await route.abort('connectionreset')
    })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Save (still working)' }).waitFor()
    await page.getByText('The host does not answer. Check your connection and try again.').waitFor()
    t.equal(await page.getByLabel('Monthly budget').inputValue(), '100')
    await page.unroute('**/config')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('These settings were saved elsewhere in the meantime').waitFor()
    await page.getByRole('button', { name: 'Take the saved version' }).click()
    await page.getByText('Version 1', { exact: true }).waitFor()
    t.equal(await page.getByLabel('Monthly budget').inputValue(), '100')

    const { key } = await page.evaluate<{ readonly key: string }>(`fetch('/dashboard/api/keys', {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"name":"nightly import"}'
  }).then(response => response.json())`)
    await fetch(`${url}/api/v1/products/gallery/config`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', Connection: 'close' },
      body: '{"settings":{"target.crm.url":"https://crm.example/"}}'
    })
    await page.reload()
    await page.getByRole('cell', { name: 'nightly import' }).waitFor()
    await page.getByRole('cell', { name: /Target “crm”: Address/ }).waitFor()

    let isHeld = true
    await page.route('**/config/revisions', async route => {
      while (isHeld) await delay(100)
      await route.continue().catch(() => undefined)
    })
    await page.reload()
    await page.getByText('This takes longer than usual.').waitFor()
    isHeld = false
    await page.getByRole('cell', { name: 'nightly import' }).waitFor()
  }
)

inGallery(t, 'a key that was not copied is not lost by leaving, and the focus comes back', async (t, { url, open }) => {
  const page = await open()
  await signUp(page, url)
  await page.getByRole('link', { name: 'API keys' }).click()
  await page.getByRole('button', { name: 'Create a key' }).click()
  t.equal(await page.getByLabel('Name').inputValue(), 'My first key')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  t.equal(await returnedFocus(page, 'Create a key'), 'Create a key')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Create the key' }).click()
  const key = page.getByRole('region', { name: 'The key', exact: true })
  await key.waitFor()
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Escape')
  await page.getByText('You have not copied the key').waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Leave without copying the key?' }).waitFor()
  await page.getByRole('button', { name: 'Stay on this page' }).click()
  t.match(await key.textContent(), /^phk_/)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy the key' }).click()
  await page.getByText('Copied', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await key.waitFor({ state: 'detached' })
  t.equal(await returnedFocus(page, 'Create a key'), 'Create a key')

  await page.getByRole('button', { name: 'Revoke My first key' }).click()
  await page.getByRole('button', { name: 'Revoke the key' }).click()
  await page.getByText('Revoked').waitFor()
  t.equal(await returnedFocus(page, 'H1'), 'H1', 'what was revoked has no button any more')
})
