import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { mailServer } from '../host/mail-server.js'
import { inBrowser } from './chromium.js'

const email = 'ada@example.org'
const { arrived, environment } = await mailServer(t)

/** The link in a letter with this subject, once it has come. */
async function linkOf(subject: string): Promise<string> {
  for (;;) {
    const letter = arrived.find(each => each.subject === subject)
    const [link] = /http:\S+#token=\S+/.exec(letter?.text ?? '') ?? []
    if (link) return link
    await delay(50)
  }
}

/** Waits for an e-mail with this subject, which holds no link with a token. */
async function linkless(subject: string): Promise<void> {
  while (!arrived.some(each => each.subject === subject)) await delay(50)
  t.notMatch(arrived.find(each => each.subject === subject)?.text, /token=/)
}

inBrowser(
  t,
  'where mail is sent, letters finish a sign-up and lead to a new password',
  async (t, { url, open }) => {
    const page = await open()
    await page.goto(`${url}/sign-up`)
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password').fill('seven green elephants')
    await page.getByRole('button', { name: 'Create the account' }).click()
    await page.getByText(`A letter to ${email} is on its way.`).waitFor()

    await page.goto(await linkOf('Confirm your e-mail address'))
    await page.getByLabel('Password').fill('not the one of before')
    await page.getByRole('button', { name: 'Finish the sign-up' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Password').fill('seven green elephants')
    await page.getByRole('button', { name: 'Finish the sign-up' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.getByRole('navigation').getByRole('button', { name: 'Sign out' }).click()

    await page.getByRole('link', { name: 'Forgot the password?' }).click()
    await page.getByLabel('E-mail address').fill(email)
    await page.getByRole('button', { name: 'Send me a link' }).click()
    await page.getByText(`If ${email} has an account`).waitFor()
    await page.goto(await linkOf('Choose a new password'))
    await page.getByLabel('New password').fill('password1')
    await page.getByRole('button', { name: 'Change the password' }).click()
    await page.getByText(/tried first|many people use/).waitFor()
    await page.getByLabel('New password').fill('nine purple whales')
    await page.getByRole('button', { name: 'Change the password' }).click()
    await page.getByText('The password is changed').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password').fill('nine purple whales')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await linkless('Security notice: Password reset by a link')
    t.equal(arrived.length, 3)

    await page.goto(`${url}/account`)
    await page.getByLabel('New e-mail address').fill('ada@example.com')
    await page.getByRole('button', { name: 'Change the e-mail address' }).click()
    await page.getByText('We sent an e-mail to the new address').waitFor()
    await page.goto(await linkOf('Confirm your new e-mail address'))
    await page.getByLabel('Password').fill('nine purple whales')
    await page.getByRole('button', { name: 'Change the e-mail address' }).click()
    await page.getByText('The e-mail address is changed').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'your account' }).click()
    await page.getByText('ada@example.com').waitFor()
    await linkless('Security notice: E-mail address changed')
  },
  environment
)
