import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import t from 'tap'
import { mailServer } from '../fixtures/mail-server.js'
import { inBrowser } from './chromium.js'
import { countShifts, lookInBoth } from './look.js'

const email = 'ada@example.org'
const { arrived, environment } = await mailServer(t)

/** The link in an e-mail with this subject, once it has come. */
async function linkOf(subject: string): Promise<string> {
  for (;;) {
    const found = arrived.findLast(each => each.subject === subject)
    const [link] = /http:\S+#token=\S+/.exec(found?.text ?? '') ?? []
    if (link) return link
    await delay(50)
  }
}

/** Waits for an e-mail with this subject, which holds no link with a token. */
async function linkless(subject: string): Promise<void> {
  while (!arrived.some(each => each.subject === subject)) await delay(50)
  t.notMatch(arrived.find(each => each.subject === subject)?.text, /token=/)
}

/** Looks at a page once it shows this button. */
async function seeBoth(t: Test, page: Page, name: string, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).waitFor()
  await lookInBoth(t, page, name)
}

inBrowser(
  t,
  'where mail is sent, e-mails finish a sign-up and lead to a new password',
  async (t, { url, open }) => {
    const page = await open()
    await countShifts(page)
    await page.goto(`${url}/sign-up`)
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password').fill('seven green elephants')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
    t.match(await page.getByRole('main').textContent(), `We sent an e-mail to ${email}.`)
    await lookInBoth(t, page, 'sign-up-sent')
    await linkOf('Confirm your e-mail address')
    await page.getByRole('button', { name: 'Send the e-mail again' }).click()
    await page.getByText(`Sent again to ${email}.`).waitFor()
    while (arrived.length < 2) await delay(50)
    await lookInBoth(t, page, 'sign-up-sent-again')

    await page.goto(await linkOf('Confirm your e-mail address'))
    await page.getByLabel('Password').fill('not the one of before')
    await page.getByRole('button', { name: 'Confirm the address' }).click()
    await page.getByRole('link', { name: 'Create the account again' }).waitFor()
    await lookInBoth(t, page, 'verify-email-refused')
    await page.getByLabel('Password').fill('seven green elephants')
    await page.getByRole('button', { name: 'Confirm the address' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.getByRole('navigation').getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()

    await page.goto(`${url}/second-factor-recovery`)
    await seeBoth(t, page, 'second-factor-recovery-with-mail', 'Turn it off in 3 days')
    await page.goto(`${url}/cancel-removal?due=2026-11-26T10:00:00.000Z#token=any`)
    await page.getByText(/It will be turned off on 26 Nov 2026/).waitFor()
    await seeBoth(t, page, 'cancel-removal-link', 'Keep two-factor authentication on')
    await page.goto(`${url}/sign-in`)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await seeBoth(t, page, 'reset-password-with-mail', 'Send me a link')
    await page.getByLabel('E-mail address').fill(email)
    await page.getByRole('button', { name: 'Send me a link' }).click()
    await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
    t.match(await page.getByRole('main').textContent(), `If ${email} has an account`)
    await lookInBoth(t, page, 'reset-password-sent')
    await page.getByRole('button', { name: 'Use another address' }).click()
    await page.getByRole('button', { name: 'Send me a link' }).waitFor()
    await page.goto(await linkOf('Choose a new password'))
    await page.getByLabel('New password').fill('password1')
    await page.getByRole('button', { name: 'Change the password' }).click()
    await page.getByText(/tried first|many people use/).waitFor()
    await lookInBoth(t, page, 'reset-password-refused')
    await page.getByLabel('New password').fill('nine purple whales')
    await page.getByRole('button', { name: 'Change the password' }).click()
    await page.getByText('The password is changed').waitFor()
    await page.getByText('You are signed out on every device.').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).waitFor()
    await lookInBoth(t, page, 'reset-password-done')
    await page.goto('about:blank')
    await page.goto(await linkOf('Choose a new password'))
    await page.getByLabel('New password').fill('nine purple whales')
    await page.getByRole('button', { name: 'Change the password' }).click()
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
    await page.getByRole('link', { name: 'Send a new link' }).click()
    await page.getByRole('button', { name: 'Send me a link' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Back to sign in' }).click()
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password').fill('nine purple whales')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await linkless('Security notice: Password reset with a link')
    const expected = [
      'Confirm your e-mail address',
      'Confirm your e-mail address',
      'Choose a new password',
      'Security notice: Password reset with a link'
    ]
    // The notice of the sign-in, from a browser that is new after a reset, may have come as well.
    t.strictSame(
      arrived.slice(0, expected.length).map(({ subject }) => subject),
      expected
    )

    await page.goto(`${url}/account`)
    await page.getByRole('button', { name: 'Change the e-mail address' }).click()
    await page.getByLabel('New e-mail address').fill('ada@example.com')
    await page.getByRole('button', { name: 'Save the address' }).click()
    await page.getByText('We sent an e-mail to ada@example.com').waitFor()
    await lookInBoth(t, page, 'account-address-link-sent')
    await page.goto(await linkOf('Confirm your new e-mail address'))
    await page.getByLabel('Password').fill('nine purple whales')
    await page.getByRole('button', { name: 'Change the e-mail address' }).click()
    await page.getByText('The e-mail address is changed').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Go to your account' }).click()
    await page.getByText('ada@example.com').waitFor()
    await linkless('Security notice: E-mail address changed')
  },
  environment
)
