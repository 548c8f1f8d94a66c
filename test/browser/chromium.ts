import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import type { Test } from 'tap'
import { freePort } from '../fixtures/free-port.js'
import { dataFolder, startProcess } from '../fixtures/host-process.js'
import { galleryPlugin, start } from '../fixtures/start-host.js'

/** How a page is looked at. */
export interface View {
  readonly name: string
  readonly width: number
  readonly scheme: 'light' | 'dark'
  /** How much the browser enlarges pages: at 2, a page has half the width and height, and everything is twice as large. */
  readonly zoom?: number
}

/** A browser at a host of its own, both gone with the test; `folder` is empty where the host has its store in memory. */
export interface Visit {
  readonly url: string
  /** The folder in which the host has its store. */
  readonly folder: string
  readonly browser: Browser
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
  atHost(t, name, run, async t => {
    const folder = await dataFolder(t)
    const { url } = await startProcess(t, folder, { PORT: String(await freePort()), ...environment })
    return { url, folder }
  })
}

/** Runs a test in a real browser at a host of the gallery, or another plugin, in this process, where nothing has to be paid. */
export function inGallery(
  t: Test,
  name: string,
  run: (t: Test, visit: Visit) => Promise<void>,
  plugins: Readonly<Record<string, string>> = galleryPlugin
): void {
  atHost(t, name, run, async t => {
    const { url } = await start(t, { plugins, deployment: { billing: 'none' } })
    return { url, folder: '' }
  })
}

type StartHost = (t: Test) => Promise<Pick<Visit, 'url' | 'folder'>>

function atHost(t: Test, name: string, run: (t: Test, visit: Visit) => Promise<void>, startHost: StartHost): void {
  const executablePath = findChromium()
  const missing = 'there is no Chromium in the PATH: apt-get install chromium'
  if (!executablePath && process.env.CI === 'true') t.fail(missing)
  else if (!executablePath) t.test(name, { skip: missing }, async () => undefined)
  else t.test(name, { timeout: 230_000 }, async t => run(t, await begin(t, executablePath, startHost)))
}

async function begin(t: Test, executablePath: string, startHost: StartHost): Promise<Visit> {
  const { url, folder } = await startHost(t)
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--no-first-run']
  })
  t.teardown(() => browser.close())
  return { url, folder, browser, open: view => openWatched(t, browser, view) }
}

async function openWatched(t: Test, browser: Browser, { width, scheme, zoom = 1 }: View = usualView): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: width / zoom, height: 900 / zoom },
    deviceScaleFactor: zoom,
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
