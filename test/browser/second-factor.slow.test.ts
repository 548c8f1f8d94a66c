import { generateSync } from 'otplib'
import type { Page } from 'playwright-core'
import t from 'tap'
import type { Session } from '../../host/dist/accounts/sessions.js'
import { readSettings } from '../../host/dist/settings.js'
import { openSharedState } from '../../host/dist/start/shared-state.js'
import { inBrowser } from './chromium.js'
import { countShifts, lookInBoth } from './look.js'
import { password, signOut, signUp, startTrial, turnOnSecondFactor, typeCredentials } from './person.js'

inBrowser(
  t,
  'a second factor guards the sign-in, and a password what is sensitive',
  async (t, { url, folder, open }) => {
    const page = await open()
    await countShifts(page)
    await signUp(page, url)
    await startTrial(page, /No card/)
    const secret = await turnOnSecondFactor(page, url)
    const codes = (await page.getByRole('region', { name: 'The recovery codes' }).textContent())?.split('\n') ?? []
    t.equal(codes.length, 10)
    await page.getByRole('link', { name: 'Usage', exact: true }).click()
    await page.getByRole('heading', { name: 'Leave without saving the recovery codes?' }).waitFor()
    await page.getByRole('button', { name: 'Stay on this page' }).click()
    const taken = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download the codes' }).click()
    t.equal((await taken).suggestedFilename(), 'recovery-codes.txt')
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await page.getByText('10 recovery codes left').waitFor()
    for (const hidden of [secret, ...codes]) t.notOk((await page.content()).includes(hidden), 'it is seen once')
    await page.getByRole('button', { name: 'Create new recovery codes' }).click()
    await page.getByText('The 10 codes that you have will no longer work.').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()

    await signOut(page)
    await typeCredentials(page, 'ada@example.org', 'not the right one')
    await page.getByText('The e-mail address or the password is wrong.').waitFor()
    await lookInBoth(t, page, 'sign-in-refused')
    await typeCredentials(page)
    await page.getByLabel('Code', { exact: true }).fill('000000')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('This code does not work.').waitFor()
    await lookInBoth(t, page, 'code-refused')
    const next = Math.floor(Date.now() / 1000) + 30
    await page.getByLabel('Code', { exact: true }).fill(generateSync({ secret, epoch: next }))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.goto(`${url}/account`)
    await page.getByRole('cell', { name: 'Two-factor authentication turned on' }).waitFor()
    await page.getByRole('cell', { name: 'Chrome on Linux, 127.0.0.x' }).first().waitFor()

    await page.goto(`${url}/keys`)
    await page.getByRole('button', { name: 'Create a key' }).click()
    await page.getByLabel('Name').fill('nightly import')
    await letSignInsAge(folder)
    await page.getByRole('button', { name: 'Create the key' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm your password' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Nothing was changed').waitFor()
    t.equal(await page.getByLabel('Name').inputValue(), 'nightly import', 'nothing typed is lost')
    await page.getByRole('button', { name: 'Create the key' }).click()
    await dialog.getByLabel('Your password').fill('not the right one')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await dialog.getByText('The password is wrong.').waitFor()
    await dialog.getByLabel('Your password').fill(password)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await dialog.getByLabel('Code', { exact: true }).fill(codes[0] ?? '')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('The key “nightly import” was created').waitFor()

    await letSignInsAge(folder)
    await page.goto(`${url}/data`)
    const exported = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export all data' }).click()
    await dialog.getByLabel('Your password').fill(password)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await dialog.getByLabel('Code', { exact: true }).fill(codes[1] ?? '')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    t.equal((await exported).suggestedFilename(), 'product-host-export.jsonl')

    await page.goto(`${url}/account`)
    await page.getByText('8 recovery codes left').waitFor()
    await page.getByRole('cell', { name: 'API key created: “nightly import”' }).waitFor()
    t.equal(await page.getByText(/^Only \d recovery codes? left$/).count(), 0)
    for (const code of codes.slice(2, 8)) t.equal(await confirm(page, code), 204)
    await page.reload()
    await page.getByText('2 recovery codes left').waitFor()
    await page.getByText(/^Only \d recovery codes? left$/).waitFor()
    await lookInBoth(t, page, 'few-recovery-codes')
    await page.getByRole('button', { name: 'Turn off', exact: true }).click()
    await page.getByLabel('Code from your authenticator app').fill(codes[8] ?? '')
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off', exact: true }).click()
    await page.getByRole('button', { name: 'Set up two-factor authentication' }).waitFor()
  }
)

/** Confirms the password with a recovery code, which is used up; the status of the answer. */
function confirm(page: Page, code: string): Promise<number> {
  return page.evaluate(
    async body => {
      const headers = { 'Content-Type': 'application/json' }
      const options = { method: 'POST', headers, body: JSON.stringify(body) }
      return (await fetch('/dashboard/api/sessions/current/confirmation', options)).status
    },
    { password, code }
  )
}

/** Makes every sign-in in the store of a running host 20 minutes older. */
async function letSignInsAge(folder: string): Promise<void> {
  const earlier = (time: string) => new Date(Date.parse(time) - 20 * 60_000).toISOString()
  const { store } = await openSharedState(readSettings({ DATA_DIR: folder }), () => undefined)
  const sessions = store.own('sessions')
  for (const { key, value } of await sessions.list<Session>('digest:')) {
    const { createdAt, confirmedAt } = value
    const older = { ...value, createdAt: earlier(createdAt), ...(confirmedAt && { confirmedAt: earlier(confirmedAt) }) }
    await sessions.set(key, older)
  }
  await store.close()
}
