import t from 'tap'
import { inBrowser } from './chromium.js'
import { password, signUp } from './person.js'

inBrowser(
  t,
  'a form reports empty fields without sending, and is sent once by two clicks',
  async (t, { url, email, open }) => {
    const page = await open()
    const sent: string[] = []
    page.on('request', request => {
      if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
    })
    await page.goto(`${url}/sign-up`)
    const submit = page.getByRole('button', { name: 'Create account' })
    await submit.click()
    t.strictSame(await page.locator('.issues p').allTextContents(), ['Enter an e-mail address.', 'Enter a password.'])
    t.equal(await page.evaluate('document.activeElement.name'), 'email', 'the first empty field has the focus')
    t.strictSame(sent, [])

    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password').fill(password)
    t.equal(await page.locator('.issues').count(), 0)
    await submit.dblclick()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    t.strictSame(sent, ['/dashboard/api/accounts'])
  }
)

inBrowser(t, 'a query is repeated by itself, and by a button after that', async (t, { url, email, open }) => {
  const page = await open()
  await signUp(page, url, email)
  let failures = 0
  await page.route('**/dashboard/api/billing', route => {
    failures += 1
    return route.abort()
  })
  await page.goto(`${url}/billing`)
  await page.getByText('This could not be loaded').waitFor()
  await page.getByText('The host does not answer. Check your connection and try again.').waitFor()
  t.equal(failures, 3)
  await page.unroute('**/dashboard/api/billing')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Payment card' }).waitFor()
})

inBrowser(
  t,
  'a session that has ended elsewhere is renewed in a dialog, and the page goes on',
  async (t, { url, email, open }) => {
    const page = await open()
    await signUp(page, url, email)
    await page.evaluate("fetch('/dashboard/api/sessions/current', { method: 'DELETE' })")
    await page.getByRole('link', { name: 'Usage', exact: true }).click()
    await page.getByRole('heading', { name: 'Sign in again' }).waitFor()
    t.equal(new URL(page.url()).pathname, '/usage')
    await page.getByLabel('Your password').fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Usage' }).waitFor()
    await page.evaluate("fetch('/dashboard/api/sessions/current', { method: 'DELETE' })")
    await page.getByRole('link', { name: 'Data', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
  }
)
