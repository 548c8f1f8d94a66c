import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { root } from '../fixtures/root.js'
import { inBrowser, type View } from './chromium.js'
import { openPages, ownPages } from './pages.js'
import { signOut, signUp, startTrial, turnOnSecondFactor, typeCredentials } from './person.js'

/** Where pictures of the pages are kept. */
const pictures = join(root, '.ci/output/pages')
/** Whether they are: only people look at them. */
const areTaken = process.env.PICTURES === 'true'

/** Another view of a page that is looked at already. */
interface OtherView extends View {
  readonly height: number
  /** The rules of axe whose answer may be another one here; of the others it is known. */
  readonly rules: readonly string[]
}

/** The rules of axe that depend on colours. */
const colours = ['color-contrast', 'link-in-text-block']
/** The rules of axe that depend on the size of the window, and not only on which parts of a page it shows. */
const sizes = ['scrollable-region-focusable']

export const dark: OtherView = { name: 'wide-dark', width: 1_200, height: 900, scheme: 'dark', rules: colours }
export const narrowest: OtherView = { name: 'narrowest-light', width: 360, height: 900, scheme: 'light', rules: sizes }
/** What is left of 1,280 × 900 pixels where the browser enlarges pages to 200 %. */
export const zoomed: OtherView = { name: 'zoomed-light', width: 640, height: 450, scheme: 'light', rules: sizes }
const narrowestDark: OtherView = { ...narrowest, name: 'dark-narrow', scheme: 'dark', rules: [...colours, ...sizes] }

/** Looks at every page as it is loaded in one view, and then in others. */
export function lookAtAll(t: Test, view: View, others: readonly OtherView[]): void {
  const see = async (t: Test, page: Page, name: string) => {
    await look(t, page, `${name}-${view.name}`)
    for (const other of others) await lookAs(t, page, name, other)
  }
  inBrowser(t, `every page that needs no account is for everyone: ${view.name}`, async (t, { url, open }) => {
    const page = await open(view)
    await countShifts(page)
    for (const [name, path, sign] of openPages) {
      await page.goto(url + path)
      await page.getByText(sign).first().waitFor()
      await see(t, page, name)
    }
  })
  inBrowser(t, `every page of an account is for everyone: ${view.name}`, async (t, { url, email, open }) => {
    const page = await open(view)
    await countShifts(page)
    await signUp(page, url, email)
    await startTrial(page, /Visa/)
    await page.goto(`${url}/keys`)
    await page.getByRole('button', { name: 'Create a key' }).click()
    await page.getByLabel('Name').fill('first key')
    await see(t, page, 'key-form')
    await page.getByRole('button', { name: 'Create the key' }).click()
    await page.getByText('Copy it now').waitFor()
    await see(t, page, 'key-made')
    await page.goto(`${url}/products/core?action=remember`)
    await page.getByRole('button', { name: 'A fact' }).click()
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('tab', { name: 'JSON' }).waitFor()
    await see(t, page, 'answer')
    for (const [name, path, sign] of ownPages) {
      await page.goto(url + path)
      await page.getByText(sign).first().waitFor()
      await see(t, page, name)
    }
    await page.goto(`${url}/account`)
    await page.getByRole('button', { name: 'Delete the account' }).click()
    await page.getByLabel(`Type ${email} to confirm`).fill('ada@example.com')
    await page.getByRole('button', { name: 'Delete permanently' }).click()
    await page.getByText(`This is not ${email}.`).waitFor()
    await see(t, page, 'delete-account')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('listbox', { name: 'Found' }).waitFor()
    await see(t, page, 'command-menu')
    await page.keyboard.press('Escape')
    const menu = page.getByRole('button', { name: 'Menu' })
    if (await menu.isVisible()) {
      await menu.click()
      await see(t, page, 'menu')
      await page.keyboard.press('Escape')
    }
    await page.getByRole('button', { name: 'Set up two-factor authentication' }).click()
    await page.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor()
    await see(t, page, 'second-factor')
    await turnOnSecondFactor(page, url)
    await page.getByRole('cell', { name: 'Two-factor authentication turned on' }).waitFor()
    await see(t, page, 'recovery-codes')
    await page.goto(`${url}/account`)
    await page.getByText('10 recovery codes left').waitFor()
    await page.getByRole('cell', { name: 'Two-factor authentication turned on' }).waitFor()
    await page.evaluate("document.querySelector('.card:has(.badge.good)').scrollIntoView()")
    await see(t, page, 'account-with-second-factor')
    await page.getByRole('button', { name: 'Turn off', exact: true }).click()
    await see(t, page, 'turn-off')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await signOut(page)
    await typeCredentials(page, email)
    await page.getByLabel('Code', { exact: true }).waitFor()
    await see(t, page, 'code-step')
  })
}

/**
 * Looks at a page that is all there: nothing that keeps people out (by all rules of axe, unless some are given), nothing wider than the
 * window, no text that is cut off, nothing that jumped.
 */
export async function look(t: Test, page: Page, name: string, rules?: readonly string[]): Promise<void> {
  await page.locator('.badge.waiting').first().waitFor({ state: 'hidden' })
  await page.waitForLoadState('networkidle')
  if (areTaken) await takePictures(page, name)
  t.strictSame(await violations(page, rules), [], `${name}: nothing by axe`)
  await fits(t, page, name)
  // Records are shown as their products store them.
  if (!name.startsWith('data'))
    t.strictSame(await page.evaluate(shownIdentifiers), [], `${name}: no identifier is what a person sees`)
  const shift = await page.evaluate<number>('layoutShift')
  t.ok(shift < 0.1, `${name}: nothing jumps (layout shift ${shift.toFixed(3)})`)
}

/** Most pictures of one page. */
const mostScreens = 6

/** A picture of what is in the window, then one of each further screen below it; none of those behind a dialog. */
async function takePictures(page: Page, name: string): Promise<void> {
  await mkdir(pictures, { recursive: true })
  const further = (screen: number) => join(pictures, `${name}-${screen}.png`)
  for (let screen = 2; screen <= mostScreens; screen++) await rm(further(screen), { force: true })
  await page.screenshot({ path: join(pictures, `${name}.png`) })
  const start = await page.evaluate<number>('scrollY')
  for (let screen = 2; screen <= mostScreens && (await page.evaluate<boolean>(showsNextScreen)); screen++)
    await page.screenshot({ path: further(screen) })
  await page.evaluate(`scrollTo({ top: ${start}, behavior: 'instant' })`)
}

/** Scrolls on by almost a window, and says whether there was anything more to see. */
const showsNextScreen = `(() => {
  const before = scrollY
  if (document.querySelector('dialog[open]') || getComputedStyle(document.documentElement).overflowY === 'hidden') return false
  scrollBy({ top: innerHeight - 60, behavior: 'instant' })
  return scrollY > before + 20
})()`

/** Looks at a page in another view, and goes back to the one of before. */
export async function lookAs(t: Test, page: Page, name: string, view: OtherView): Promise<void> {
  const before = page.viewportSize() ?? { width: 1_200, height: 900 }
  await page.setViewportSize({ width: view.width, height: view.height })
  await page.emulateMedia({ colorScheme: view.scheme })
  await look(t, page, `${name}-${view.name}`, view.rules)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(before)
}

/** Looks at a page on a desktop and on a phone; its shifts have to be counted. */
export async function lookInBoth(t: Test, page: Page, name: string): Promise<void> {
  await look(t, page, `${name}-wide`)
  await page.setViewportSize({ width: 390, height: 900 })
  await look(t, page, `${name}-narrow`)
  await page.setViewportSize({ width: 1_200, height: 900 })
}

/** Looks at a page on a desktop, on a phone, and in the dark on the narrowest one. */
export async function lookAround(t: Test, page: Page, name: string): Promise<void> {
  await lookInBoth(t, page, name)
  await lookAs(t, page, name, narrowestDark)
}

/** What keeps people out of a page, by all rules of axe or by some. */
export async function violations(page: Page, rules?: readonly string[]): Promise<readonly unknown[]> {
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axe.source)
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) }
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`)
  return violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.slice(0, 3).map(node => `${node.html} ${node.failureSummary}`)
  }))
}

/** Identifiers of accounts, keys and the like, request ids, digests and JSON, except in code that is there to be copied or edited. */
const shownIdentifiers = `(() => {
  const shown = []
  const identifier = /\\b(?:acc|key|ses|evt|dev|run|job)_[0-9A-Z]{10,}|\\b[0-9A-HJKMNP-TV-Z]{26}\\b|\\b[0-9a-f]{8}-[0-9a-f]{4}-|\\b[0-9a-f]{32,}\\b/
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode
    if (!parentElement.checkVisibility({ visibilityProperty: true })) continue
    if (parentElement.closest('pre, textarea, noscript, script, style')) continue
    if (identifier.test(data) || (/[{[]\\s*"/.test(data) && !parentElement.closest('code'))) shown.push(data)
  }
  return shown
})()`

/** Nothing of a page is wider than its window, and no text is cut off. */
async function fits(t: Test, page: Page, name: string): Promise<void> {
  const excess = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth'
  )
  t.ok(excess <= 0, `${name}: nothing is wider than the window (${excess} px)`)
  t.strictSame(await page.evaluate(cutTexts), [], `${name}: no text is cut off`)
}

/**
 * The texts of which a part cannot be seen, by any scrolling. A line of a summary may end in an ellipsis, because opening it shows
 * the rest.
 */
const cutTexts = `(() => {
  const cut = []
  const hides = overflow => overflow === 'hidden' || overflow === 'clip'
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode
    const parent = text.parentElement
    if (text.data.trim() === '' || parent.closest('.visually-hidden, .skip, noscript, option, script, style')) continue
    if (!parent.checkVisibility({ visibilityProperty: true })) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const place = range.getBoundingClientRect()
    if (place.width === 0) continue
    const scrolls = box => box && (/auto|scroll/.test(getComputedStyle(box).overflowX) || scrolls(box.parentElement))
    if ((place.left + scrollX < -1 && !scrolls(parent)) || place.top + scrollY < -1)
      cut.push(text.data + ' (outside of the page)')
    for (let box = parent; box !== document.documentElement; box = box.parentElement) {
      const { overflowX, overflowY, textOverflow } = getComputedStyle(box)
      if (/auto|scroll/.test(overflowX + overflowY)) break
      if (textOverflow === 'ellipsis' && box.closest('summary')) break
      const edge = box.getBoundingClientRect()
      const isCutX = hides(overflowX) && (place.left < edge.left - 1 || place.right > edge.right + 1)
      const isCutY = hides(overflowY) && (place.top < edge.top - 1 || place.bottom > edge.bottom + 1)
      if (isCutX || isCutY) cut.push(text.data + ' (in ' + box.tagName + '.' + box.className + ')')
    }
  }
  return cut
})()`

/**
 * Counts from now on, on every page, how far things move that stood already (Web Vitals, "Cumulative Layout Shift"). What a click
 * asked for may move things until its answer is there, which takes longer than Chromium's half second on a busy machine.
 */
export async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(`
    globalThis.layoutShift = 0
    let clickedAt = -Infinity
    addEventListener('click', ({ timeStamp }) => { clickedAt = timeStamp }, true)
    new PerformanceObserver(list => {
      for (const { value, hadRecentInput, startTime } of list.getEntries())
        if (!hadRecentInput && startTime - clickedAt > 5_000) layoutShift += value
    }).observe({ type: 'layout-shift', buffered: true })`)
}
