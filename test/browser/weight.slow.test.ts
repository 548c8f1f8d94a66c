import type { Page } from 'playwright-core'
import t from 'tap'
import { inBrowser } from './chromium.js'
import { signUp } from './person.js'

inBrowser(t, 'the first page is under 180 KiB with all that it loads', async (t, { url, open }) => {
  const page = await open()
  await page.goto(url)
  await page.getByText('Create account').waitFor()
  const sizes = await page.evaluate<readonly number[]>(
    "performance.getEntriesByType('resource').map(({ encodedBodySize }) => encodedBodySize)"
  )
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  t.ok(bytes > 0 && bytes < 180 * 1024, `${bytes} bytes`)
})

inBrowser(
  t,
  'what a page asks for before its code is there is not asked for again',
  async (t, { url, email, open }) => {
    const page = await open()
    await signUp(page, url, email)
    for (const path of ['/', '/products', '/products/core']) {
      await page.goto(url + path)
      await page.waitForLoadState('networkidle')
      t.strictSame(await readTwice(page), [], path)
    }
  }
)

/** What the page has asked the host for more than once: data that came early and was not taken. */
async function readTwice(page: Page): Promise<readonly string[]> {
  const paths = await page.evaluate<readonly string[]>(
    "performance.getEntriesByType('resource').map(({ name }) => name).filter(name => name.includes('/api/'))"
  )
  return paths.filter((path, index) => paths.indexOf(path) !== index)
}
