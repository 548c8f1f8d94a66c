import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { root } from '../journeys/process.js'
import { inBrowser, type View } from './chromium.js'
import { openPages, ownPages } from './pages.js'
import { signOut, signUp, startTrial, turnOnSecondFactor, typeCredentials } from './person.js'

/** Where pictures of the pages are kept. */
const pictures = join(root, '.ci/output/pages')

/** Looks at every page in one view. */
export function lookAtAll(t: Test, view: View): void {
  inBrowser(t, `every page is for everyone: ${view.name}`, async (t, { url, open }) => {
    const page = await open(view)
    await countShifts(page)
    const see = async (name: string) => look(t, page, `${name}-${view.name}`)
    for (const [name, path, sign] of openPages) {
      await page.goto(url + path)
      await page.getByText(sign).first().waitFor()
      await see(name)
    }
    await signUp(page, url)
    await startTrial(page, /Visa/)
    await page.goto(`${url}/keys`)
    await page.getByRole('button', { name: 'Create a key' }).click()
    await page.getByLabel('Name').fill('first key')
    await see('key-form')
    await page.getByRole('button', { name: 'Create the key' }).click()
    await page.getByText('Copy it now').waitFor()
    await see('key-made')
    await page.goto(`${url}/products/core`)
    await page.getByRole('button', { name: 'A fact' }).click()
    await page.getByRole('button', { name: 'Run remember' }).click()
    await page.getByRole('region', { name: 'The whole answer' }).waitFor()
    await see('answer')
    for (const [name, path, sign] of ownPages) {
      await page.goto(url + path)
      await page.getByText(sign).first().waitFor()
      await see(name)
    }
    await page.goto(`${url}/account`)
    await page.getByRole('button', { name: 'Set up a second factor' }).click()
    await page.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor()
    await see('second-factor')
    await turnOnSecondFactor(page, url)
    await see('recovery-codes')
    await page.goto(`${url}/account`)
    await page.getByText('10 recovery codes are left').waitFor()
    await page.getByRole('cell', { name: 'Second factor turned on' }).waitFor()
    await see('account-with-second-factor')
    await page.getByRole('button', { name: 'Turn off the second factor' }).click()
    await see('turn-off')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await signOut(page)
    await typeCredentials(page)
    await page.getByLabel('Code', { exact: true }).waitFor()
    await see('code-step')
  })
}

/** Looks at a page that is all there: nothing that keeps people out, nothing wider than the window, nothing that jumped. */
async function look(t: Test, page: Page, name: string): Promise<void> {
  await mkdir(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `${name}.png`) })
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate<AxeResults>("axe.run({ resultTypes: ['violations'] })")
  const found = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => ({ id, nodes: nodes.slice(0, 3).map(node => `${node.html} ${node.failureSummary}`) }))
  t.strictSame(found, [], `${name}: nothing serious`)
  const excess = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth'
  )
  const shift = await page.evaluate<number>('layoutShift')
  t.ok(excess <= 0, `${name}: nothing is wider than the window (${excess} px)`)
  t.ok(shift < 0.1, `${name}: nothing jumps (layout shift ${shift.toFixed(3)})`)
}

/** Counts from now on, on every page, how far things move that stood already (Web Vitals, "Cumulative Layout Shift"). */
async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(`
    globalThis.layoutShift = 0
    new PerformanceObserver(list => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) layoutShift += value
    }).observe({ type: 'layout-shift', buffered: true })`)
}
