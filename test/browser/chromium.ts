import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import type { Test } from 'tap'
import { dataFolder, startProcess } from '../journeys/process.js'

/** How a page is looked at. */
export interface View {
  readonly name: string
  readonly width: number
  readonly scheme: 'light' | 'dark'
}

/** A browser at a host of its own, both gone with the test. */
export interface Visit {
  readonly url: string
  /** The folder in which the host has its store. */
  readonly folder: string
  /** Opens a window whose console and policy are watched: what goes wrong in it fails the test. */
  open(view?: View): Promise<Page>
}

const usualView: View = { name: 'wide', width: 1_200, scheme: 'light' }

/** The browser of this machine, if it has one. */
export function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const names = ['chromium', 'chromium-browser', 'google-chrome']
  return names.flatMap(name => folders.map(folder => join(folder, name))).find(existsSync)
}

/** Runs a test in a real browser; without one it is skipped, which on a build machine is a failure. */
export function inBrowser(
  t: Test,
  name: string,
  run: (t: Test, visit: Visit) => Promise<void>,
  environment: Readonly<Record<string, string>> = {}
): void {
  const executablePath = findChromium()
  const missing = 'there is no Chromium in the PATH: apt-get install chromium'
  if (!executablePath && process.env.CI === 'true') t.fail(missing)
  else if (!executablePath) t.test(name, { skip: missing }, async () => undefined)
  else t.test(name, { timeout: 230_000 }, async t => run(t, await begin(t, executablePath, environment)))
}

async function begin(t: Test, executablePath: string, environment: Readonly<Record<string, string>>): Promise<Visit> {
  const folder = await dataFolder(t)
  const { url } = await startProcess(t, folder, {
    PORT: String(await freePort()),
    ...environment
  })
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--no-first-run']
  })
  t.teardown(() => browser.close())
  return { url, folder, open: view => openWatched(t, browser, view) }
}

/** A port that nobody listens on: the addresses of letters and checkouts name it, so that it has to be known beforehand. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

async function openWatched(t: Test, browser: Browser, { width, scheme }: View = usualView): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: scheme,
    reducedMotion: 'reduce'
  })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  page.on('pageerror', error => t.fail(`The page threw: ${error.message}`))
  page.on('console', message => {
    if (/Content Security Policy|React|Warning/.test(message.text())) t.fail(`The console says: ${message.text()}`)
  })
  return page
}
