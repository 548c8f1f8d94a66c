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

/** Opens a window whose console and policy are watched: what goes wrong in it fails the test. */
export type Open = (view?: View) => Promise<Page>

/** A browser at a host. */
export interface Visit {
  readonly url: string
  /** The folder in which the host has its store; empty where it has it in memory. */
  readonly folder: string
  /** An address that no other test of the file signs up with. */
  readonly email: string
  readonly open: Open
}

const usualView: View = { name: 'wide', width: 1_200, scheme: 'light' }

/** The browser of this machine, if it has one: the one without windows takes half of the time. */
export function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
  return names.flatMap(name => folders.map(folder => join(folder, name))).find(existsSync)
}

const usualEnvironment = {}

/** Runs a test in a real browser at a host of all products; tests of a file that give the same environment share the host. */
export function inBrowser(
  t: Test,
  name: string,
  run: (t: Test, visit: Visit) => Promise<void>,
  environment: Readonly<Record<string, string>> = usualEnvironment
): void {
  inChromium(t, name, async (test, open) => {
    const host = hosts.get(environment) ?? startOnPort(t, environment)
    hosts.set(environment, host)
    await run(test, { ...(await host), email: `ada-${++people}@example.org`, open })
  })
}

type Host = Pick<Visit, 'url' | 'folder'>

const hosts = new Map<object, Promise<Host>>()
let people = 0

/** Starts a host that knows its address, which ends with the file. */
async function startOnPort(t: Test, environment: Readonly<Record<string, string>>): Promise<Host> {
  const folder = await dataFolder(t)
  const { url } = await startProcess(t, folder, { PORT: String(await freePort()), ...environment })
  return { url, folder }
}

/** Runs a test in a real browser at a host of the gallery, or another plugin, in this process, where nothing has to be paid. */
export function inGallery(
  t: Test,
  name: string,
  run: (t: Test, visit: Visit) => Promise<void>,
  plugins: Readonly<Record<string, string>> = galleryPlugin
): void {
  inChromium(t, name, async (t, open) => {
    const { url } = await start(t, { plugins, deployment: { billing: 'none' } })
    await run(t, { url, folder: '', email: 'ada@example.org', open })
  })
}

/** Runs a test in a real browser; without one it is skipped, which on a build machine is a failure. The tests of a file share it. */
export function inChromium(t: Test, name: string, run: (t: Test, open: Open) => Promise<void>): void {
  const executablePath = findChromium()
  const missing = 'there is no Chromium in the PATH: apt-get install chromium-headless-shell'
  if (!executablePath && process.env.CI === 'true') t.fail(missing)
  else if (!executablePath) t.test(name, { skip: missing }, async () => undefined)
  else
    t.test(name, { timeout: 230_000 }, async test => {
      browser ??= launch(t, executablePath)
      const opened = await browser
      await run(test, view => openWatched(test, opened, view))
    })
}

let browser: Promise<Browser> | undefined

async function launch(t: Test, executablePath: string): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--no-first-run']
  })
  t.teardown(() => browser.close())
  return browser
}

async function openWatched(t: Test, browser: Browser, { width, scheme, zoom = 1 }: View = usualView): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: width / zoom, height: 900 / zoom },
    deviceScaleFactor: zoom,
    colorScheme: scheme,
    reducedMotion: 'reduce'
  })
  t.teardown(() => context.close())
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  page.on('pageerror', error => t.fail(`The page threw: ${error.message}`))
  page.on('console', message => {
    if (/Content Security Policy|React|Warning/.test(message.text())) t.fail(`The console says: ${message.text()}`)
  })
  return page
}
