import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import t from 'tap'
import { inGallery } from './chromium.js'
import { violations } from './look.js'
import { signUp } from './person.js'

/** Holds every request of a method to a path until it is let go, for 15 seconds at most. */
async function hold(page: Page, path: string, method: string): Promise<() => void> {
  let isHeld = true
  await page.route(path, async route => {
    for (let waits = 0; isHeld && waits < 300 && route.request().method() === method; waits++) await delay(50)
    await route.continue().catch(() => undefined)
  })
  return () => {
    isHeld = false
  }
}

inGallery(t, 'a key that is being created is shown, whatever is pressed meanwhile', async (t, { url, open }) => {
  const page = await open()
  await signUp(page, url)
  await page.getByRole('link', { name: 'API keys' }).click()
  await page.getByRole('button', { name: 'Create a key' }).click()
  const letGo = await hold(page, '**/dashboard/api/keys', 'POST')
  await page.getByLabel('Name').focus()
  await page.keyboard.press('Enter')
  await page.locator('button.busy').waitFor()
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Cancel' }).click({ force: true })
  await page.getByRole('dialog', { name: 'Create a key' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Leave while the key is created?' }).waitFor()
  await page.getByRole('button', { name: 'Stay on this page' }).click()
  t.strictSame(await violations(page), [])
  letGo()
  await page.getByRole('region', { name: 'The key', exact: true }).waitFor()
  await page.getByRole('button', { name: 'I have copied it' }).click()

  await page.getByRole('button', { name: 'Replace My first key' }).click()
  const letRotate = await hold(page, '**/rotate', 'POST')
  await page.getByRole('button', { name: 'Create the new key' }).click()
  await page.locator('button.busy').waitFor()
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Cancel' }).click({ force: true })
  letRotate()
  await page.getByRole('region', { name: 'The key', exact: true }).waitFor()
})

inGallery(t, 'the name of a key is checked before it is sent, and is never cut', async (t, { url, open }) => {
  const page = await open()
  await signUp(page, url)
  await page.goto(`${url}/keys?new`)
  await page.getByLabel('Name').fill('   ')
  await page.getByRole('button', { name: 'Create the key' }).click()
  await page.getByText('Enter a name.').waitFor()
  await page.getByLabel('Name').fill('x'.repeat(300))
  await page.getByRole('button', { name: 'Create the key' }).click()
  await page.getByText('Enter at most 100 characters. The name has 300.').waitFor()
  t.equal((await page.getByLabel('Name').inputValue()).length, 300)
})

inGallery(t, 'long names stay within every page', async (t, { url, open }) => {
  const page = await open()
  await signUp(page, url)
  await page.goto(`${url}/keys?new`)
  const name = 'x'.repeat(100)
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Create the key' }).click()
  await page.getByRole('heading', { name }).waitFor()
  t.ok(
    await page.evaluate(
      '(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(document.querySelector("dialog"))'
    )
  )
  await page.getByRole('button', { name: 'I have copied it' }).click()
  for (const width of [1_200, 800, 360]) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of ['/keys', '/account']) {
      await page.goto(url + path)
      await page.getByText(name).first().waitFor()
      t.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${path} at ${width} pixels`)
    }
  }
})

inGallery(t, 'what is wrong in a dialog is said at its field, which gets the focus', async (t, { url, open }) => {
  const page = await open()
  await signUp(page, url)
  const focused = () => page.evaluate('document.activeElement.labels?.[0]?.textContent')
  await page.goto(`${url}/account`)
  await page.getByRole('button', { name: 'Change the password' }).click()
  for (let attempt = 0; attempt < 2; attempt++) {
    await page.getByLabel('Current password').fill('not the right one')
    await page.getByLabel('New password').fill('nine purple whales')
    await page.keyboard.press('Enter')
    await page.locator('.issues').getByText('The current password is wrong.').waitFor()
    t.equal(await focused(), 'Current password')
  }
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Set up two-factor authentication' }).click()
  await page.getByLabel('Code', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  t.equal(await page.evaluate('document.activeElement.textContent'), 'Set up two-factor authentication')

  await page.evaluate("fetch('/dashboard/api/sessions/current', { method: 'DELETE' })")
  await page.getByRole('link', { name: 'Usage', exact: true }).click()
  await page.getByLabel('Your password').fill('not the right one')
  await page.keyboard.press('Enter')
  await page.locator('.issues').getByText('The password is wrong.').waitFor()
  t.equal(await focused(), 'Your password')
  t.equal(await page.getByText('The e-mail address').count(), 0)
  await page.keyboard.press('Escape')
  await page.getByText('If you sign out instead, what you typed is lost.').waitFor()
})
