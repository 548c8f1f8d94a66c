import { generateSync } from 'otplib'
import type { Page } from 'playwright-core'

/** A password that nobody has to think about. */
export const password = 'seven green elephants'

/** Makes an account in the page of a stranger. */
export async function signUp(page: Page, url: string, email = 'ada@example.org'): Promise<void> {
  await page.goto(url)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
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

/** Sets up a second factor on the account page; its secret. The recovery codes are shown then. */
export async function turnOnSecondFactor(page: Page, url: string): Promise<string> {
  await page.goto(`${url}/account`)
  await page.getByRole('button', { name: 'Set up two-factor authentication' }).click()
  await page.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor()
  const shown = (await page.getByRole('region', { name: 'The setup key', exact: true }).textContent()) ?? ''
  const secret = shown.replaceAll(' ', '')
  await page.getByLabel('Code', { exact: true }).fill('000000')
  await page.getByRole('button', { name: 'Turn on', exact: true }).click()
  await page.getByText('This code does not work. Enter the one that the app shows now.', { exact: true }).waitFor()
  await page.getByLabel('Code', { exact: true }).fill(generateSync({ secret }))
  await page.getByRole('button', { name: 'Turn on', exact: true }).click()
  await page.getByRole('region', { name: 'The recovery codes' }).waitFor()
  return secret
}

/** Begins the trial at the checkout, with a card of the stand-in or without one. */
export async function startTrial(page: Page, card: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Start the trial' }).first().click()
  await page.waitForURL('**/checkout/**')
  await page.getByLabel(card).check()
  await page.getByRole('button', { name: 'Start the trial' }).click()
  await page.getByText('Trial, 3 days left').waitFor()
}

/** Shows another action on the page of a product, and its form. */
export async function chooseAction(page: Page, name: string): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Actions' }).locator(`[href$="?action=${name}"]`)
  await link.click()
  await link.and(page.locator('[aria-current="page"]')).waitFor()
}

/** Signs out, wherever the menu is. */
export async function signOut(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('navigation').getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
}

/** Types e-mail address and password on the page to sign in. */
export async function typeCredentials(page: Page, email = 'ada@example.org', typed = password): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(typed)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** What has the focus after a dialog, which returns it in a later frame: the text of a button or a link, or `H1`, the title of the page. */
export async function returnedFocus(page: Page, expected: string): Promise<string> {
  const has = `(({ tagName, textContent }) => (tagName === 'H1' ? 'H1' : textContent))(document.activeElement)`
  await becomesTrue(page, `${has} === ${JSON.stringify(expected)}`, 3_000)
  return page.evaluate<string>(has)
}

/**
 * Whether an expression is true on the page within a time, in milliseconds. Playwright's `waitForFunction` evaluates a text inside
 * the page when it is not true at once, which the page's security policy forbids.
 */
export async function becomesTrue(page: Page, expression: string, timeoutMs = 20_000): Promise<boolean> {
  const endsAt = Date.now() + timeoutMs
  while (!(await page.evaluate<boolean>(expression))) {
    if (Date.now() > endsAt) return false
    await page.waitForTimeout(20)
  }
  return true
}
