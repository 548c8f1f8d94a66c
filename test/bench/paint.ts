/**
 * The largest paint of the first pages on a slow machine and a slow line: `npm run bench:paint`, in Chromium. The browser and the host
 * share this machine, so that other work on it delays the paint.
 */
import type { Page } from 'playwright-core'
import t from 'tap'
import { inBrowser } from '../browser/chromium.js'
import { signUp, startTrial } from '../browser/person.js'
import { spreadOf } from './statistics.js'

/** Bytes a second at 1.6 Mbit/s, and the time of a round trip in milliseconds: "Slow 4G" of Lighthouse. */
const line = { downloadThroughput: 200_000, uploadThroughput: 93_750, latency: 150 }
const slowerCpu = 4

/** First visits of each page, with an empty cache. */
const visits = 5
/** The pages, what is there once a page is whole, and the aim in milliseconds. */
const pages = [
  { path: '/', sign: 'Calls by day', aim: 1_800 },
  { path: '/products/core', sign: 'colour', aim: 1_800 },
  { path: '/products/core?action=remember', sign: 'The same call from a program', aim: 1_800 },
  { path: '/calls', sign: 'Record inputs and answers', aim: 1_800 }
] as const

// More than the 30 s that tap gives a file that is run alone.
t.setTimeout(240_000)

inBrowser(t, 'the largest paint on a slow machine and a slow line', async (t, { url, open }) => {
  const page = await open()
  await signUp(page, url)
  await startTrial(page, /Visa/)
  await page.evaluate(`(async () => {
    const post = (path, body) =>
      fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
    await post('/dashboard/api/keys', { name: 'first key' })
    await post('/dashboard/api/products/core/execute', { action: 'remember', key: 'colour', value: 'blue' })
  })()`)
  await page.addInitScript(`
    globalThis.largest = { at: 0, text: '' }
    new PerformanceObserver(list => {
      for (const { startTime, element } of list.getEntries())
        largest = { at: startTime, text: (element?.textContent ?? '').slice(0, 60) }
    }).observe({ type: 'largest-contentful-paint', buffered: true })`)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', { offline: false, ...line })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowerCpu })
  for (const { path, sign, aim } of pages) {
    const times: number[] = []
    while (times.length < visits) {
      await page.goto('about:blank')
      await session.send('Network.clearBrowserCache')
      const { at, text } = await largestPaint(page, url + path, sign)
      times.push(Math.round(at))
      t.comment(`${path}: ${Math.round(at)} ms, “${text.trim()}”`)
    }
    const { median, min, max } = spreadOf(times)
    t.comment(`${path}: median ${median} ms (${min}–${max}) of ${visits} visits; the aim is ${aim} ms`)
  }
})

async function largestPaint(page: Page, address: string, sign: string): Promise<{ at: number; text: string }> {
  await page.goto(address)
  await page.getByText(sign).first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.waitForFunction("largest.text !== 'Product Host'")
  return page.evaluate<{ at: number; text: string }>('largest')
}
