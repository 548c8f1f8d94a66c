import type { Page } from 'playwright-core'
import t from 'tap'
import { memoryBackend } from '../../host/dist/storage/memory.js'
import { Store } from '../../host/dist/storage/store.js'
import { opened } from '../fixtures/products/controlled.js'
import { carefulPlugin, lengthyPlugin, memoryStore, movableClock, start } from '../fixtures/start-host.js'
import { inChromium, inGallery } from './chromium.js'
import { countShifts, lookAround, violations } from './look.js'
import { becomesTrue, signUp, typeCredentials } from './person.js'

const deployment = { billing: 'none' }

/** Starts the action in the background with a form that says so much; its run is shown then. */
async function startRun(page: Page, url: string, site: string, how?: 'badly'): Promise<void> {
  await page.goto(`${url}/products/lengthy`)
  await page.getByRole('textbox', { name: 'Site' }).fill(site)
  if (how) {
    await page.getByText('More options').click()
    await page.getByLabel('How it ends').selectOption(how)
  }
  await page.getByRole('button', { name: 'Run in the background' }).click()
  await page.getByRole('heading', { name: 'Lengthy: Index a site' }).waitFor()
}

/** Waits until the run that is shown has a status. */
async function shows(page: Page, status: string): Promise<void> {
  await page.locator('.badge').getByText(status, { exact: true }).first().waitFor()
}

inGallery(
  t,
  'a run is started on the page of an action, followed until it ends, and listed',
  async (t, { url, open }) => {
    const page = await open()
    await countShifts(page)
    await signUp(page, url)
    await page.goto(`${url}/runs`)
    await page.getByText('No runs yet').waitFor()
    await page.getByText('choose “Run in the background”').waitFor()
    await startRun(page, url, 'one.example')
    t.match(new URL(page.url()).pathname, /^\/runs\/run_[0-9A-Z]{26}$/)
    await page.getByText('0 of 3 · Read 0 of 3 pages.').waitFor()
    await lookAround(t, page, 'run-running')

    const reads: string[] = []
    page.on('request', request => {
      if (new URL(request.url()).pathname.includes('/products/runs')) reads.push(request.url())
    })
    opened.reach('one.example 1')
    await page.getByText('1 of 3 · Read 1 of 3 pages.').waitFor()
    t.ok(await becomesTrue(page, `document.querySelector('progress').value === 1`))
    opened.reach('one.example 2')
    opened.reach('one.example 3')
    await shows(page, 'Succeeded')
    t.strictSame(reads, [], 'the stream of events says all that')
    await page.getByText('Read one.example.').waitFor()
    await page.getByText('Pages read').waitFor()
    t.equal(await page.getByRole('progressbar').count(), 0)
    t.equal(await page.getByRole('button', { name: /Cancel|Run again/ }).count(), 0)
    await lookAround(t, page, 'run-succeeded')
    await page.getByRole('tab', { name: 'JSON' }).click()
    t.match(await page.getByRole('region', { name: 'The full response' }).textContent(), /"pages": 3/)

    await startRun(page, url, 'two.example')
    await page.getByRole('link', { name: 'Runs' }).first().click()
    await page.getByRole('row').getByText('Running').waitFor()
    await lookAround(t, page, 'runs')
    for (const number of [1, 2, 3]) opened.reach(`two.example ${number}`)
    await page.getByRole('row').getByText('Running').waitFor({ state: 'detached' })
    t.equal(await page.getByRole('row').getByText('Succeeded').count(), 2, 'the list follows runs that are open')
    await page.evaluate(`fetch('/dashboard/api/products/lengthy/execute', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Prefer: 'respond-async' },
      body: '{"action":"index","site":"elsewhere.example"}'
    })`)
    await page.getByRole('row').getByText('Running').waitFor()
    for (const number of [1, 2, 3]) opened.reach(`elsewhere.example ${number}`)
    await page.getByRole('row').getByText('Running').waitFor({ state: 'detached' })
    t.equal(await page.getByRole('row').getByText('Succeeded').count(), 3, 'also those that were started elsewhere')
    await page.getByLabel('Status').selectOption('Failed')
    await page.getByText('No run fits these filters').waitFor()
    t.match(page.url(), /\?status=failed$/)
    await page.goto(`${url}/runs?status=succeeded&product=lengthy`)
    await page.getByRole('link', { name: 'Lengthy: Index a site' }).first().waitFor()
    t.equal(await page.getByRole('row').count(), 4)
    await page.goto(`${url}/runs/run_00000000000000000000000000`)
    await page.getByRole('heading', { name: 'No such run' }).waitFor()
    t.strictSame(await violations(page), [])
  },
  lengthyPlugin
)

inGallery(
  t,
  'a run is cancelled; one that may have done its work is run again only when its owner insists',
  async (t, { url, open }) => {
    const page = await open()
    await countShifts(page)
    await signUp(page, url)
    await startRun(page, url, 'cancelled.example')
    await page.getByText('0 of 3').waitFor()
    const first = new URL(page.url()).pathname
    await page.getByRole('button', { name: 'Cancel the run' }).click()
    await shows(page, 'Cancelled')
    await page.getByText('A part of its work may be done.').waitFor()
    await lookAround(t, page, 'run-cancelled')
    await page.getByRole('button', { name: 'Run again' }).click()
    const dialog = page.getByRole('dialog', { name: 'Run it a second time?' })
    await lookAround(t, page, 'run-again')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    t.equal(new URL(page.url()).pathname, first, 'nothing ran')
    await page.getByRole('button', { name: 'Run again' }).click()
    await dialog.getByRole('button', { name: 'Run it all the same' }).click()
    await page.getByText('0 of 3').waitFor()
    t.not(new URL(page.url()).pathname, first)
    await page.getByRole('link', { name: 'An earlier run' }).click()
    await shows(page, 'Cancelled')
    t.equal(new URL(page.url()).pathname, first)

    await startRun(page, url, 'failed.example', 'badly')
    await shows(page, 'Failed')
    await page.getByText('failed.example is closed.').waitFor()
    await lookAround(t, page, 'run-failed')
    const failed = new URL(page.url()).pathname
    await page.getByRole('button', { name: 'Run again' }).click()
    await page.getByRole('link', { name: 'An earlier run' }).waitFor()
    await shows(page, 'Failed')
    t.not(new URL(page.url()).pathname, failed, 'what was answered has ended, and is run again at once')

    // The answer to the first click is lost, after the host has started the run.
    const started: string[] = []
    await page.route('**/replay', async route => {
      const answer = await route.fetch()
      started.push((await answer.json()).id)
      if (started.length === 1) await route.abort()
      else await route.fulfill({ response: answer })
    })
    const again = new URL(page.url()).pathname
    await page.getByRole('button', { name: 'Run again' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByRole('button', { name: 'Run again' }).click()
    await page.waitForURL(address => address.pathname !== again)
    t.equal(new Set(started).size, 1, 'a second click starts no second run')
    await page.unroute('**/replay')

    await page.goto(`${url}/runs`)
    await page.getByRole('button', { name: 'Cancel all open runs' }).click()
    const all = page.getByRole('dialog', { name: 'Cancel all open runs?' })
    await lookAround(t, page, 'cancel-all-runs')
    await all.getByRole('button', { name: 'Keep them' }).click()
    await all.waitFor({ state: 'detached' })
    t.equal(await page.getByRole('row').getByText('Running').count(), 1)
    await page.getByRole('button', { name: 'Cancel all open runs' }).click()
    await all.getByRole('button', { name: 'Cancel all open runs' }).click()
    await all.waitFor({ state: 'detached' })
    await page.getByRole('row').getByText('Running').waitFor({ state: 'detached' })
    await page.getByRole('row').getByText('Stopping').waitFor({ state: 'detached' })
    t.equal(await page.getByRole('button', { name: 'Cancel all open runs' }).count(), 0)
  },
  lengthyPlugin
)

inGallery(
  t,
  'a schedule is made on the page of an action, read, changed, run at once, switched off and deleted',
  async (t, { url, open }) => {
    const page = await open()
    await countShifts(page)
    await signUp(page, url)
    await page.goto(`${url}/schedules`)
    await page.getByText('No schedules yet').waitFor()
    await page.goto(`${url}/products/lengthy`)
    await page.getByRole('textbox', { name: 'Site' }).fill('scheduled.example')
    await page.getByRole('button', { name: 'Run on a schedule' }).click()
    const dialog = page.getByRole('dialog', { name: 'Run on a schedule' })
    await dialog.getByLabel('Name').fill('Nightly index')
    await dialog.getByLabel('How often').selectOption('Every weekday')
    await dialog.getByLabel('Time', { exact: true }).fill('23:30')
    await dialog.getByLabel('Time zone').fill('Europe/Nowhere')
    await lookAround(t, page, 'schedule-new')
    await dialog.getByRole('button', { name: 'Make the schedule' }).click()
    await dialog.getByText('Send a name such as Europe/Berlin').waitFor()
    await dialog.getByLabel('Time zone').fill('Europe/Berlin')
    await dialog.getByRole('button', { name: 'Make the schedule' }).click()
    await page.getByRole('heading', { name: 'Nightly index' }).waitFor()
    await page.getByText('Every weekday at 23:30, Europe/Berlin').waitFor()
    t.equal(await page.getByText(/^\d+ \w+ 20\d\d, 23:30$/).count(), 5, 'its next times are in its time zone')
    await page.getByText('scheduled.example').waitFor()
    await shows(page, 'On')
    await lookAround(t, page, 'schedule')
    const { pathname } = new URL(page.url())

    await page.getByRole('button', { name: 'Change', exact: true }).click()
    const change = page.getByRole('dialog', { name: 'Change the schedule' })
    t.equal(await change.getByLabel('Time', { exact: true }).inputValue(), '23:30')
    await change.getByLabel('How often').selectOption('As a cron pattern says')
    await change.getByLabel('Cron pattern').fill('61 * * * *')
    await change.getByRole('button', { name: 'Save' }).click()
    await change.getByText('Send minute, hour').waitFor()
    await change.getByLabel('Cron pattern').fill('15 */2 * * *')
    await change.getByRole('button', { name: 'Save' }).click()
    await change.waitFor({ state: 'detached' })
    await page.getByText('15 */2 * * *, Europe/Berlin').waitFor()
    await page.getByRole('button', { name: 'Run now' }).click()
    await page.getByText('0 of 3').waitFor()
    for (const number of [1, 2, 3]) opened.reach(`scheduled.example ${number}`)
    await shows(page, 'Succeeded')
    await page.goto(url + pathname)
    await page.getByRole('button', { name: 'Switch off' }).click()
    await shows(page, 'Off')
    await page.goto(`${url}/schedules`)
    await page.getByRole('row').getByText('Off').waitFor()
    await lookAround(t, page, 'schedules')
    await page.getByRole('link', { name: 'Nightly index' }).click()
    await page.getByRole('button', { name: 'Switch on' }).click()
    await shows(page, 'On')
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the schedule' }).click()
    await page.getByText('No schedules yet').waitFor()
    await page.goto(url + pathname)
    await page.getByRole('heading', { name: 'No such schedule' }).waitFor()
    t.strictSame(await violations(page), [])
  },
  lengthyPlugin
)

inChromium(
  t,
  'a schedule whose key was revoked says so, and goes on when it is resumed; what it did is listed',
  async (t, open) => {
    const page = await open()
    await countShifts(page)
    const clock = movableClock(new Date().toISOString())
    const { url, host, call } = await start(t, { plugins: lengthyPlugin, clock, deployment })
    await signUp(page, url)
    const key = await page.evaluate(async () => {
      const headers = { 'Content-Type': 'application/json' }
      const body = JSON.stringify({ name: 'of the schedule' })
      const response = await fetch('/dashboard/api/keys', { method: 'POST', headers, body })
      return (await response.json()) as { readonly id: string; readonly key: string }
    })
    const input = { site: 'closed.example', how: 'badly' }
    const made = await call(
      'POST',
      '/api/v1/products/schedules',
      { name: 'By a key', cron: '* * * * *', product: 'lengthy', action: 'index', input },
      { Authorization: `Bearer ${key.key}` }
    )
    const fire = async (minutes: number) => {
      clock.advance(minutes * 60_000)
      await host.runDueJobs()
    }
    await fire(1)
    await fire(3)
    await page.evaluate(id => fetch(`/dashboard/api/keys/${id}`, { method: 'DELETE' }), key.id)
    await fire(1)
    await page.goto(`${url}/schedules/${made.body.id}`)
    await page.getByText('This schedule is paused').waitFor()
    await page.getByText('The API key that decided on it was revoked.').waitFor()
    await page.getByText('Missed, the last of 2 times').waitFor()
    t.equal(await page.getByRole('link', { name: 'Started a run' }).count(), 2)
    await lookAround(t, page, 'schedule-paused')
    await page.getByRole('button', { name: 'Resume the schedule' }).click()
    await page.getByText('This schedule is paused').waitFor({ state: 'detached' })
    await shows(page, 'On')
    t.strictSame(await violations(page), [])
  }
)

inChromium(t, 'the input of a schedule that cannot be decrypted is saved again', async (t, open) => {
  const page = await open()
  await countShifts(page)
  const clock = movableClock(new Date().toISOString())
  const backend = memoryBackend(() => clock.now())
  const store = await Store.open(backend)
  const { url, host } = await start(t, { plugins: lengthyPlugin, store, clock, deployment })
  await signUp(page, url)
  const id = await page.evaluate(async () => {
    const headers = { 'Content-Type': 'application/json' }
    const input = { site: 'old.example', how: 'badly' }
    const members = { name: 'Unreadable', cron: '* * * * *', product: 'lengthy', action: 'index', input }
    const response = await fetch('/dashboard/api/products/schedules', {
      method: 'POST',
      headers,
      body: JSON.stringify(members)
    })
    return ((await response.json()) as { readonly id: string }).id
  })
  for (const { key, text } of await backend.list('host:{schedules/', { limit: 10, reverse: false }))
    await backend.set(key, JSON.stringify({ ...JSON.parse(text), sealed: 'of another key' }))
  clock.advance(60_000)
  await host.runDueJobs()
  await page.goto(`${url}/schedules/${id}`)
  await page.getByText('The input of this schedule cannot be read').waitFor()
  await lookAround(t, page, 'schedule-unreadable')
  await page.getByRole('button', { name: 'Save the input again' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save the input again' })
  await dialog.getByLabel('Site').fill('new.example')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await shows(page, 'On')
  await page.getByText('new.example').waitFor()
  await page.getByRole('button', { name: 'Change the input' }).waitFor()
  t.strictSame(await violations(page), [])
})

inChromium(
  t,
  'a run of a host that has stopped meanwhile is seen at the next one, and so is its unknown outcome',
  async (t, open) => {
    const page = await open()
    await countShifts(page)
    const store = await memoryStore()
    const one = await start(t, { plugins: lengthyPlugin, store, deployment })
    await signUp(page, one.url)
    await startRun(page, one.url, 'stopped.example')
    await page.getByText('0 of 3').waitFor()
    const { pathname } = new URL(page.url())
    await one.stop()
    const two = await start(t, { plugins: lengthyPlugin, store, deployment })
    await page.goto(two.url + pathname)
    await typeCredentials(page)
    await shows(page, 'Failed')
    await page.getByText('what was done is not known').waitFor()
    await shows(page, 'Unknown outcome')
    await lookAround(t, page, 'run-unknown')
    await page.goto(`${two.url}/calls`)
    await page.getByText('Unknown outcomes').waitFor()
    await page.getByRole('link', { name: 'Lengthy: Index a site, in the background' }).click()
    await shows(page, 'Failed')
    t.equal(new URL(page.url()).pathname, pathname)
    await page.getByRole('button', { name: 'Run again' }).click()
    await page.getByRole('dialog', { name: 'Run it a second time?' }).waitFor()
    t.strictSame(await violations(page), [])
  }
)

inGallery(
  t,
  'a run that asks for a confirmation leads to the plan, and runs again with its answer',
  async (t, { url, open }) => {
    const page = await open()
    await countShifts(page)
    await signUp(page, url)
    await page.goto(`${url}/products/careful?action=wipe`)
    await page.getByRole('textbox', { name: 'Topic' }).fill('vague')
    await page.getByRole('button', { name: 'Run in the background' }).click()
    await shows(page, 'Failed')
    await page.getByText('Nothing was done yet').waitFor()
    await lookAround(t, page, 'run-with-plan')
    const { pathname } = new URL(page.url())
    await page.getByRole('link', { name: 'See the plan and confirm it' }).click()
    await page.getByRole('button', { name: 'Run these steps' }).click()
    await page.getByRole('heading', { name: 'The plan was run' }).waitFor()
    await page.goto(url + pathname)
    await page.getByRole('button', { name: 'Run again' }).click()
    await page.getByRole('link', { name: 'An earlier run' }).waitFor()
    await shows(page, 'Succeeded')
    await page.getByText('Wiped vague.').waitFor()
  },
  carefulPlugin
)
