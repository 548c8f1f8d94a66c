import t from 'tap'
import { inBrowser } from './chromium.js'
import { countShifts, lookInBoth, violations } from './look.js'
import { returnedFocus, signInByKeyboard, signOut, signUp, startTrial } from './person.js'

inBrowser(t, 'a key is rotated and revoked, and an account signs out and ends', async (t, { url, email, open }) => {
  const page = await open()
  await countShifts(page)
  await signUp(page, url, email)
  await startTrial(page, /No card/)
  await page.goto(`${url}/keys`)
  await page.getByRole('button', { name: 'Create a key' }).click()
  await page.getByLabel('Name').fill('import')
  await page.getByLabel('Only what I select').check()
  await page.getByRole('button', { name: 'Create the key' }).click()
  await page.getByText('Choose at least one product.').waitFor()
  t.equal(await page.evaluate('document.activeElement.type'), 'checkbox', 'the first check box has the focus')
  await page.getByLabel('Core: run actions').check()
  await page.getByLabel('Expires').selectOption('90')
  await page.getByRole('button', { name: 'Create the key' }).click()
  const shownKey = async () => (await page.getByRole('region', { name: 'The key', exact: true }).textContent()) ?? ''
  const first = await shownKey()
  const recall = async (key: string) => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', Connection: 'close' }
    const body = '{"action":"recall"}'
    return (await fetch(`${url}/api/v1/products/core/execute`, { method: 'POST', headers, body })).status
  }
  t.equal(await recall(first), 200)
  await page.getByRole('button', { name: 'I have copied it' }).click()
  t.equal(await returnedFocus(page, 'Create a key'), 'Create a key', 'the focus is back')
  await page.getByRole('cell', { name: 'Actions of Core' }).waitFor()

  await page.getByRole('button', { name: 'Replace import' }).click()
  await page.getByRole('button', { name: 'Create the new key' }).click()
  const second = await shownKey()
  t.not(second, first)
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await page.getByText('being replaced').waitFor()
  t.strictSame(await Promise.all([recall(first), recall(second)]), [200, 200], 'both are good for an hour')
  await page.getByRole('button', { name: 'Revoke import' }).first().click()
  await page.getByRole('button', { name: 'Revoke the key' }).click()
  await page.getByText('revoked').waitFor()
  t.strictSame((await Promise.all([recall(first), recall(second)])).toSorted(), [200, 401])

  await page.getByRole('button', { name: 'Revoke all API keys' }).click()
  await page.getByRole('button', { name: 'Revoke every key' }).click()
  await page.getByText('Type it here first.').waitFor()
  await page.getByLabel('Type revoke all keys to confirm').fill('Revoke all keys')
  await page.getByRole('button', { name: 'Revoke every key' }).click()
  await page.getByText('1 key was revoked.').waitFor()
  t.strictSame(await Promise.all([recall(first), recall(second)]), [401, 401])

  await page.evaluate(async () => {
    const headers = { 'Content-Type': 'application/json' }
    for (let count = 0; count < 52; count++)
      await fetch('/dashboard/api/keys', { method: 'POST', headers, body: JSON.stringify({ name: `key ${count}` }) })
  })
  await page.reload()
  await page.getByText('key 51', { exact: true }).waitFor()
  const rows = page.locator('tbody tr')
  t.equal(await rows.count(), 50, 'the newest fifty')
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByText('key 0', { exact: true }).waitFor()
  t.equal(await rows.count(), 54)
  t.equal(await page.getByRole('button', { name: 'Show more' }).count(), 0)

  await page.goto(`${url}/account`)
  await page.getByText('This device').waitFor()
  await page.getByRole('cell', { name: 'API key created: “key 51”' }).waitFor()
  await page.getByRole('button', { name: 'Change the password' }).click()
  await page.getByLabel('Current password').fill('seven green elephants')
  await page.getByLabel('New password').fill('seven blue elephants')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await page.getByRole('button', { name: 'Revoke all API keys' }).click()
  await page.getByLabel('Type revoke all keys to confirm').fill('revoke all keys')
  await page.getByRole('button', { name: 'Revoke every key' }).click()
  await page.getByText('52 keys were revoked.').waitFor()
  await page.getByRole('button', { name: 'Change the password' }).click()
  await page.getByLabel('Current password').fill('seven blue elephants')
  await page.getByLabel('New password').fill('seven green elephants')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await page.getByText('You are signed out on all other devices').waitFor()
  await lookInBoth(t, page, 'account-password-changed')
  await page.getByRole('navigation').getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.goto(`${url}/sign-up`)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill('seven green elephants')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('An account with this e-mail address already exists.').waitFor()
  await lookInBoth(t, page, 'sign-up-refused')
  await signInByKeyboard(page, url, email)

  await page.goto(`${url}/account`)
  await page.getByRole('button', { name: 'Change the e-mail address' }).click()
  await page.getByLabel('New e-mail address').fill('no address')
  await page.getByRole('button', { name: 'Save the address' }).click()
  await page.getByLabel('New e-mail address').and(page.locator('[aria-invalid="true"]')).waitFor()
  await page.getByLabel('New e-mail address').fill('another@example.com')
  await page.getByRole('button', { name: 'Save the address' }).click()
  await page.getByText('Your e-mail address is changed.').waitFor()
  await page.getByRole('definition').getByText('another@example.com').waitFor()
  await lookInBoth(t, page, 'account-address-changed')
  await page.getByRole('button', { name: 'Delete the account' }).click()
  const typed = page.getByLabel('Type another@example.com to confirm')
  const focused = () => page.evaluate('document.activeElement.labels?.[0]?.textContent')
  t.equal(await focused(), 'Type another@example.com to confirm', 'the field has the focus')
  await typed.fill(email)
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  await page.getByText('This is not another@example.com.').waitFor()
  t.equal(await focused(), 'Type another@example.com to confirm', 'and again after the mistake')
  await typed.fill('another@example.com')
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  await page.getByRole('heading', { name: 'Many products, one API' }).waitFor()
  await page.goto(`${url}/keys`)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})

inBrowser(t, 'the developers’ page needs nobody signed in, and its demo key works there', async (t, { url, open }) => {
  const page = await open()
  await page.goto(`${url}/developers`)
  await page.getByRole('button', { name: 'Run “Remember”, then “Recall”' }).click()
  await page.getByText('The response as JSON').last().click()
  t.match(JSON.parse((await page.getByRole('region', { name: 'The response of recall' }).textContent()) ?? ''), {
    ok: true,
    action: 'recall',
    detail: { found: true }
  })
  await page.goto(`${url}/developers/products/wealthnode/ledger_sync`)
  const fields = page.getByRole('table', { name: 'Fields of ledger_sync' })
  await fields.getByRole('row', { name: /^pricePer1kGbp .* number / }).waitFor()
})

inBrowser(
  t,
  'an address that has an account leads to the sign-in and to a new password',
  async (t, { url, email, open }) => {
    const page = await open()
    await signUp(page, url, email)
    await signOut(page)
    await page.goto(`${url}/sign-up`)
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password').fill('nine purple whales')
    await page.getByRole('button', { name: 'Create account' }).click()
    const refusal = page.getByRole('main')
    t.equal(await refusal.getByRole('link', { name: 'reset your password' }).getAttribute('href'), '/reset-password')
    t.strictSame(await violations(page), [])
    await refusal.getByRole('link', { name: 'Sign in' }).first().click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  }
)
