import t from 'tap'
import { inBrowser } from './chromium.js'

inBrowser(t, 'the first page is under 200 KiB with all that it loads', async (t, { url, open }) => {
  const page = await open()
  await page.goto(url)
  await page.getByText('Create the account').waitFor()
  const sizes = await page.evaluate<readonly number[]>(
    "performance.getEntriesByType('resource').map(({ encodedBodySize }) => encodedBodySize)"
  )
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  t.ok(bytes > 0 && bytes < 200 * 1024, `${bytes} bytes`)
})
