import type { Page } from 'playwright-core'

/** A password that nobody has to think about. */
const password = 'seven green elephants'

/** Makes an account in the page of a stranger. */
export async function signUp(page: Page, url: string, email = 'ada@example.org'): Promise<void> {
  await page.goto(url)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Create the account' }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
}

/** Signs in without touching the mouse. */
export async function signInByKeyboard(page: Page, url: string, email = 'ada@example.org'): Promise<void> {
  await page.goto(`${url}/sign-in`)
  await page.getByLabel('E-mail address').focus()
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Home' }).waitFor()
}

/** Begins the trial at the checkout, with a card of the stand-in or without one. */
export async function startTrial(page: Page, card: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Start the trial' }).first().click()
  await page.waitForURL('**/checkout/**')
  await page.getByLabel(card).check()
  await page.getByRole('button', { name: 'Start the trial' }).click()
  await page.getByText('trial is running').waitFor()
}
