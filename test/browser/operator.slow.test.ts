import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import t from 'tap'
import { operator } from '../fixtures/operator-cli.js'
import { deploymentFile } from '../fixtures/start-host.js'
import { inBrowser, type Visit } from './chromium.js'
import { countShifts, look } from './look.js'
import { signUp, startTrial } from './person.js'

const folder = await mkdtemp(join(tmpdir(), 'product-host-repair-'))
t.teardown(() => rm(folder, { recursive: true, force: true }))
/** What the product below lacks until an operator has repaired it. */
const repaired = join(folder, 'repaired')

/** A product that fails, and whose jobs fail, until a file is there. */
const fragile = `
import { existsSync } from 'node:fs'
import { defineAction, defineProduct, JOBS, ProductError, Type } from '@product-host/sdk'
const common = { effect: 'write', detail: Type.Object({}), metrics: Type.Object({}) }
const isRepaired = () => existsSync(${JSON.stringify(repaired)})
const deliver = defineAction({ ...common, title: 'Deliver', description: 'Delivers a parcel.', internal: true,
  input: Type.Object({ address: Type.String() }), examples: [{ title: 'One', input: { address: 'x' } }],
  errors: { no_driver: 'Nobody was free to drive the parcel to its address.' },
  run() {
    if (!isRepaired()) throw new ProductError('no_driver', 'There is no driver for 12 Privet Drive.')
    return { summary: 'Delivered.', metrics: {}, detail: {} }
  } })
const order = defineAction({ ...common, title: 'Order', description: 'Orders a parcel.', needs: { jobs: JOBS },
  input: Type.Object({ address: Type.String() }), examples: [{ title: 'One', input: { address: 'x' } }],
  async run({ address }, { jobs }) {
    await jobs.schedule({ id: 'delivery', at: 0, action: 'deliver', input: { address } })
    return { summary: 'Ordered.', metrics: {}, detail: {} }
  } })
const track = defineAction({ ...common, title: 'Track', description: 'Tracks a parcel.', effect: 'read',
  input: Type.Object({}), examples: [{ title: 'One', input: {} }],
  run() {
    if (!isRepaired()) throw new Error('a bug')
    return { summary: 'On its way.', metrics: {}, detail: {} }
  } })
export default defineProduct({ slug: 'parcels', title: 'Parcels', description: 'Parcels.', version: '1.0.0',
  actions: { deliver, order, track } })
`

const file = await deploymentFile(
  t,
  { '@test/parcels': fragile },
  {},
  { operator: true, billing: 'stripe', backup: { folder } }
)
const environment = { PRODUCT_HOST_CONFIG: file }

/** Names an account, and opens the link in its browser. */
async function enrol(page: Page, { url, folder: data, email }: Visit): Promise<void> {
  const { json } = operator({ DATA_DIR: data, PUBLIC_URL: url, ...environment })
  const { link } = await json('operators', 'add', email)
  await page.goto(link)
  await page.getByRole('button', { name: 'Enrol this account' }).click()
  await page.getByRole('heading', { name: 'Operator', exact: true }).waitFor()
}

/** Shows one part of the page. */
async function open(page: Page, tab: string): Promise<void> {
  await page.getByRole('tab', { name: tab }).click()
}

inBrowser(
  t,
  'an operator sees a product fail, replays its dead letter and disables an account, all in the audit log',
  async (t, visit) => {
    const { url } = visit
    const ada = await visit.open()
    await signUp(ada, url, 'ada@example.org')
    await startTrial(ada, /Visa/)
    const run = (input: object) =>
      ada.evaluate(
        async body =>
          (
            await fetch('/dashboard/api/products/parcels/execute', {
              method: 'POST',
              headers: { 'Content-Type': 'application/json' },
              body: JSON.stringify(body)
            })
          ).status,
        input
      )
    t.equal(await run({ action: 'order', address: '12 Privet Drive' }), 200)

    const page = await visit.open()
    await countShifts(page)
    await signUp(page, url, visit.email)
    await page.goto(`${url}/operator`)
    await page.getByText('Your account is not an operator').waitFor()
    const link = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Operator' })
    t.equal(await link.count(), 0, 'the navigation has no link to it')
    await enrol(page, visit)
    await link.waitFor()
    t.equal(await link.getAttribute('aria-current'), 'page')
    t.equal(new URL(page.url()).hash, '', 'the link is no longer in the address')

    await open(page, 'Jobs')
    const letter = page.getByRole('row', {
      name: /No driver Nobody was free to drive the parcel to its address\. 1 attempt /
    })
    await letter.waitFor()
    // Only now: the job ends with an expected failure, which would close the circuit again.
    let failed = 0
    while ((await run({ action: 'track' })) === 502) failed++
    t.ok(failed >= 20, `the circuit is open after ${failed} failures`)
    await open(page, 'Products')
    await page.getByRole('cell', { name: /^Failing, not called|^Recovering/ }).waitFor()
    await page
      .getByRole('cell', { name: /Product error \(\d+\)/ })
      .first()
      .waitFor()

    t.equal((await fetch(`${url}/hooks/none/none`, { method: 'POST' })).status, 404)
    await open(page, 'Jobs')
    await page.getByText('Unknown URL (1)').waitFor()
    await letter.getByText('Input field: address (value hidden)').waitFor()
    await letter.getByText('Show job ID').waitFor()
    t.notOk((await page.content()).includes('Privet'), 'no value is shown')
    await look(t, page, 'operator-failed-job-wide')
    await page.setViewportSize({ width: 390, height: 900 })
    await look(t, page, 'operator-failed-job-narrow')
    await page.setViewportSize({ width: 1_200, height: 900 })
    await writeFile(repaired, '')
    await page.getByRole('button', { name: 'Run again: Parcels: Deliver' }).click()
    await page.getByText('The job is scheduled again.').waitFor()
    await page.getByText('No failed jobs').waitFor()
    await page.getByRole('row', { name: /Parcels: Deliver/ }).waitFor({ state: 'detached' })
    await page.getByText('No failed jobs').waitFor()

    await open(page, 'History')
    await page.getByRole('img', { name: /^Calls by product, from .*: Parcels at most \d+/ }).waitFor()
    await page
      .getByRole('img', { name: /^Share of failed calls by product, from .*: Parcels at most \d.* %/ })
      .waitFor()
    await page.getByRole('row', { name: 'Parcels 1.2.3' }).waitFor()
    await look(t, page, 'operator-history-wide')
    await page.setViewportSize({ width: 390, height: 900 })
    await look(t, page, 'operator-history-narrow')
    await page.setViewportSize({ width: 1_200, height: 900 })
    await page.getByLabel('Period').selectOption('Last 30 days')
    await page.getByRole('heading', { name: 'Calls in 6 hours' }).waitFor()
    await page.getByRole('link', { name: 'ada@example.org' }).click()
    await page.getByRole('button', { name: 'Disable the account' }).click()
    await page.getByLabel('Reason').fill('spam')
    await page.getByRole('button', { name: 'Disable it' }).click()
    await page.getByText('The account is disabled.').waitFor()
    await page.getByText(': spam').waitFor()
    t.equal(await run({ action: 'track' }), 403)

    await open(page, 'Audit log')
    for (const title of ['Operator role given', 'Operator role accepted', 'Failed job run again', 'Account disabled'])
      await page.getByRole('row', { name: title }).waitFor()
    await page.getByRole('row', { name: 'Account disabled' }).getByText('Chrome on Linux').waitFor()
    const { json } = operator({ DATA_DIR: visit.folder, ...environment })
    t.match(await json('operators', 'log'), [
      { what: 'account_disabled' },
      { what: 'dead_letter_replayed' },
      { what: 'operator_enrolled' },
      { what: 'operator_named', user: String }
    ])
  },
  environment
)

inBrowser(
  t,
  'an operator sees when the last backup was made, and that the store is held',
  async (t, visit) => {
    const page = await visit.open()
    await countShifts(page)
    await signUp(page, visit.url, visit.email)
    await enrol(page, visit)
    await open(page, 'Storage')
    await page.getByText('Every 1440 minutes; the latest 14 are kept').waitFor()
    t.equal(await page.getByText('Nothing starts in the background').count(), 0)
    const { json } = operator({ DATA_DIR: visit.folder, ...environment })
    await json('hold')
    const held = page.getByText('The store was put on hold on')
    while (!(await held.isVisible()))
      await page.reload().then(() => held.waitFor({ timeout: 2_000 }).catch(() => undefined))
    await look(t, page, 'operator-held-wide')
    await page.setViewportSize({ width: 390, height: 900 })
    await look(t, page, 'operator-held-narrow')
    await json('resume')
    while (await held.isVisible()) await page.reload().then(() => page.getByText('Schedule', { exact: true }).waitFor())
  },
  environment
)

inBrowser(
  t,
  'an operator switches a product off, whose calls are refused, and on again',
  async (t, visit) => {
    const page = await visit.open()
    await countShifts(page)
    await signUp(page, visit.url, visit.email)
    await enrol(page, visit)
    await open(page, 'Products')
    await page.getByRole('button', { name: 'Switch off: @test/parcels' }).click()
    await page.getByRole('dialog', { name: 'Switch @test/parcels off?' }).waitFor()
    await page.getByRole('button', { name: 'Switch it off' }).click()
    await page.getByRole('button', { name: 'Switch on: @test/parcels' }).waitFor()
    await page
      .getByRole('cell', { name: /^Switched off$/ })
      .first()
      .waitFor()
    await look(t, page, 'operator-product-off')
    const status = async () =>
      (await fetch(`${visit.url}/api/v1/products/parcels/execute`, { headers: { Connection: 'close' } })).status
    while ((await status()) !== 503) await page.waitForTimeout(50)
    await page.getByRole('button', { name: 'Switch on: @test/parcels' }).click()
    await page.getByRole('button', { name: 'Switch it on' }).click()
    await page.getByRole('button', { name: 'Switch off: @test/parcels' }).waitFor()
    while ((await status()) !== 200) await page.waitForTimeout(50)
    await page.getByRole('row', { name: /Parcels.*Ready/ }).waitFor()
  },
  { ...environment }
)

/** A host of its own, where nothing has failed. */
const unharmed = { ...environment }

for (const view of [
  { name: 'wide', width: 1_200, scheme: 'light' },
  { name: 'narrow', width: 390, scheme: 'dark' },
  { name: 'zoomed', width: 1_280, scheme: 'light', zoom: 2 }
] as const)
  inBrowser(
    t,
    `every part of the page for operators is for everyone: ${view.name}`,
    async (t, visit) => {
      const page = await visit.open(view)
      await countShifts(page)
      await signUp(page, visit.url, visit.email)
      await enrol(page, visit)
      await page.getByRole('tab', { name: 'Products' }).focus()
      const excess =
        "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('[role=tablist]'))"
      if (view.name === 'narrow') t.equal(await page.evaluate<number>(excess), 0, 'every tab is seen without scrolling')
      for (const [tab, sign] of [
        ['Products', 'The host process'],
        ['History', 'Nobody has called a product'],
        ['Jobs', 'No failed jobs'],
        ['Accounts', 'Find'],
        ['Configuration', 'SHUTDOWN_GRACE_MS'],
        ['Storage', 'Free disk space'],
        ['Audit log', 'Operator role accepted']
      ] as const) {
        t.equal(await page.evaluate<string>('document.activeElement.textContent'), tab, 'the arrow keys lead here')
        await page.getByRole('tabpanel', { name: tab }).getByText(sign).first().waitFor()
        await look(t, page, `operator-${tab.toLowerCase().replace(' ', '-')}-${view.name}`)
        if (tab !== 'Audit log') await page.keyboard.press('ArrowRight')
      }
      await page.reload()
      await page.getByRole('tabpanel', { name: 'Audit log' }).waitFor()
      await page.getByRole('tab', { name: 'Configuration' }).click()
      const found = page.getByRole('tabpanel', { name: 'Configuration' })
      await found.getByLabel('Search').fill('idempotency keys')
      await found.getByText('rate.idempotencyKeys').waitFor()
      t.equal(await found.getByText('rate.atOnce').count(), 0, 'the deployment file is searched')
      await found.getByText('No setting fits').waitFor()
      await found.getByLabel('Search').fill('')
      await found.getByRole('link', { name: 'Storage' }).click()
      await page.getByRole('tabpanel', { name: 'Storage' }).waitFor()
      await page.getByRole('tab', { name: 'Accounts' }).click()
      await page.keyboard.press('Tab')
      await page.keyboard.type('nobody@example.org')
      await page.keyboard.press('Enter')
      await page.getByText('There is no account nobody@example.org').waitFor()
      await look(t, page, `operator-no-account-${view.name}`)
      await page.getByLabel('E-mail address or account ID').fill('')
      await page.keyboard.type(visit.email)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Give access to every product' }).waitFor()
      await look(t, page, `operator-account-${view.name}`)
      await page.getByRole('button', { name: 'Give access to every product' }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: `Give ${visit.email} access to every product?` }).waitFor()
      await look(t, page, `operator-dialog-${view.name}`)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Give access to every product' }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').getByRole('button', { name: 'Give access' }).focus()
      await page.keyboard.press('Enter')
      await page.getByText('Access given. The account can now run every product.').waitFor()
      await look(t, page, `operator-access-given-${view.name}`)
    },
    unharmed
  )
