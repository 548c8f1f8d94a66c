import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import t from 'tap'
import { demoKey } from '../../host/dist/accounts/keys/demo-key.js'
import { root } from '../fixtures/root.js'
import { inBrowser } from './chromium.js'
import { countShifts, lookInBoth } from './look.js'

inBrowser(t, 'the reference is searched by keyboard, and its headings are addresses', async (t, { url, open }) => {
  const page = await open()
  await countShifts(page)
  await page.goto(`${url}/developers`)
  await page.getByText('llms.txt', { exact: true }).waitFor()
  t.match(await page.getByText(/KiB to download/).textContent(), /^ \d+ KiB/)

  const search = page.getByRole('combobox', { name: 'Search these pages' })
  await page.keyboard.press('/')
  t.equal(await page.evaluate('document.activeElement.type'), 'search')
  await page.keyboard.type('zeppelin')
  await page.getByText('Nothing matches').waitFor()
  await lookInBoth(t, page, 'developers-no-result')
  await search.fill('idempotency reused')
  await page.getByRole('option', { name: /idempotency_key_reused/ }).waitFor()
  t.equal(await search.getAttribute('aria-expanded'), 'true')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/developers/guides/errors#code-idempotency_key_reused')
  await focusIs(page, 'code-idempotency_key_reused')

  await search.fill('retry')
  await page.getByRole('option', { name: 'Retries and idempotency guide' }).waitFor()
  for (const [question, answer] of [
    ['API key', /^Quickstart overview/],
    ['rate limit', /^Limits guide “Requests and responses”/],
    ['What are the rate limits?', /^Limits guide “Requests and responses”/],
    ['connect Claude', /guide “Connect an agent”/],
    ['how do I verify a webhook', /guide “Webhooks”/],
    ['how do I rotate a key', /^Create, replace and revoke API keys guide “Requests and responses”/],
    ['a leaked credential', /^Create, replace and revoke API keys guide “Requests and responses”/],
    ['signature', /^Verify the signature of a webhook guide “Webhooks”/],
    ['webhook-timestamp', /guide “Webhooks”/],
    ['the', /./]
  ] as const) {
    await search.fill(question)
    await page.getByRole('option', { name: answer }).first().waitFor()
  }
  await search.fill('signature')
  await page
    .getByRole('option', { name: /signature/i })
    .first()
    .waitFor()
  t.match(
    await page.getByRole('option').first().textContent(),
    /^Verify the signature of a webhook/,
    'the guide is first'
  )
  for (const width of [1_200, 1_440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const at of ['left + 8', 'right - 8'])
      t.ok(await page.evaluate(isOnTop(at)), `nothing is painted over the results: ${at} at ${width} pixels`)
  }
  await page.setViewportSize({ width: 1_200, height: 900 })
  await search.fill('score lead')
  const options = page.getByRole('option')
  await options.first().waitFor()
  await page.keyboard.press('ArrowDown')
  t.equal(await options.nth(1).getAttribute('aria-selected'), 'true')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/developers/products/b2b-engine/score_lead')
  await page.getByRole('heading', { name: 'Responses' }).waitFor()
  await search.fill('budget threshold')
  await page.getByRole('option', { name: 'budget.threshold_reached webhook' }).click()
  await focusIs(page, 'event-budget.threshold_reached')
  t.match(
    JSON.parse((await page.getByLabel('The body of budget.threshold_reached').textContent()) ?? ''),
    { type: 'budget.threshold_reached', data: { thresholdPct: 100 } },
    'the payload of the webhook'
  )

  await page.goto(`${url}/developers/products/leadconnect#setting-destination.%3Cname%3E.url`)
  await focusIs(page, 'setting-destination.<name>.url')
  await page.getByRole('link', { name: 'Link to “Settings”' }).click()
  await focusIs(page, 'settings')
  await page.reload()
  await focusIs(page, 'settings')

  for (const [old, now] of [
    ['#webhooks', '/developers/guides/webhooks'],
    ['/guides/errors#by-status', '/developers/guides/errors#codes'],
    ['/guides/retries#retryable-codes', '/developers/guides/errors#codes'],
    ['/guides/webhooks#event-lead.created-data.lead', '/developers/guides/webhooks#event-lead.created'],
    ['#connect', '/developers/guides/agents'],
    ['#limits', '/developers/guides/requests#limits'],
    ['#product-creator-os', '/developers/products/creator-os'],
    ['#action-creator-os-brief', '/developers/products/creator-os/brief'],
    ['/products/core#action-remember', '/developers/products/core/remember'],
    ['/products/core#action-remember-request', '/developers/products/core/remember#request'],
    ['/products/core#action-recall-response-detail.items', '/developers/products/core/recall#response-detail.items']
  ] as const) {
    // Between addresses of one page nothing would be loaded.
    await page.goto('about:blank')
    await page.goto(`${url}/developers${old}`)
    await page.waitForURL(`${url}${now}`)
  }
  for (const fragment of ['response-detail.email.flags', 'failures', 'try']) {
    await page.goto('about:blank')
    await page.goto(`${url}/developers/products/leadconnect/ingest#${fragment}`)
    await focusIs(page, fragment)
  }
  await page.goto(`${url}/developers/guides/errors#%`)
  await page.getByRole('heading', { name: 'Errors', level: 1 }).waitFor()
  for (const path of ['nothing', 'core/nothing']) {
    await page.goto(`${url}/developers/products/${path}`)
    await page.getByText('There is no page at').waitFor()
  }
})

inBrowser(t, 'the change log has the notes of the authors by day, of all products or one', async (t, { url, open }) => {
  const { version } = JSON.parse(await readFile(join(root, 'plugins/leadconnect/package.json'), 'utf8'))
  const page = await open()
  await page.goto(`${url}/developers/changelog#leadconnect-${version}`)
  await focusIs(page, `leadconnect-${version}`)
  const newest = page.getByRole('heading', { name: new RegExp(`^LeadConnect ${version} Link to`) })
  const days = await page.evaluate<readonly string[]>(
    "[...document.querySelectorAll('main h2 time')].map(time => time.dateTime)"
  )
  t.strictSame(days, days.toSorted().toReversed(), 'the latest day comes first')
  await page.getByText('New', { exact: true }).first().waitFor()
  await page.getByRole('link', { name: `Link to “LeadConnect ${version}”` }).click()
  t.ok(page.url().endsWith(`#leadconnect-${version}`), page.url())

  const products = page.getByRole('navigation', { name: 'Products in the changelog' })
  await products.getByRole('link', { name: 'LeadConnect' }).click()
  await page
    .getByRole('heading', { name: /^Core / })
    .first()
    .waitFor({ state: 'detached' })
  await newest.waitFor()
  t.equal(new URL(page.url()).search, '?product=leadconnect')
  await page.goto(`${url}/developers/changelog#core`)
  await page
    .getByRole('heading', { name: /^LeadConnect / })
    .first()
    .waitFor({ state: 'detached' })
  await page
    .getByRole('heading', { name: /^Core / })
    .first()
    .waitFor()
})

inBrowser(t, 'the change log shows the latest day, its highlights first, and folds the others', async (t, visit) => {
  const { url, open } = visit
  const page = await open({ name: 'height', width: 1_280, scheme: 'light' })
  // Two products have a release on the latest day.
  await page.route('**/dashboard/api/reference/*', async route => {
    const response = await route.fetch()
    const documents = await response.json()
    if (/\/(?:core|leadconnect)$/.test(route.request().url())) documents.changes[0].madeOn = '2100-01-01'
    await route.fulfill({ response, json: documents })
  })
  await page.goto(`${url}/developers/changelog`)
  const highlights = page.getByRole('list', { name: 'Highlights' }).getByRole('listitem')
  await highlights.first().waitFor()
  t.match((await highlights.allTextContents()).toSorted(), [/^Core: .+\.$/, /^LeadConnect: .+\.$/])
  t.equal(await page.getByRole('heading', { level: 3 }).count(), 2, 'the releases of the latest day alone are open')
  t.ok((await heightOf(page)) < highest)
  await page.locator('summary', { hasText: 'Creator OS 1.0.0' }).click()
  await page.getByRole('heading', { name: /^Creator OS 1\.0\.0/ }).waitFor()
})

/** The height that no page of the reference reaches in a window of 1,280 pixels. */
const highest = 6_000

inBrowser(t, 'a product has an overview and a page for each action, and no page is long', async (t, { url, open }) => {
  const page = await open({ name: 'height', width: 1_280, scheme: 'light' })
  const heights = new Map<string, number>()
  const measure = async (path: string) => {
    await page.goto(url + path)
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    await page.waitForLoadState('networkidle')
    heights.set(path, await heightOf(page))
  }
  const { products } = (await (await fetch(`${url}/api/v1/products`)).json()) as Catalogue
  await measure('/developers')
  const listed = await page.evaluate<readonly string[]>(
    "[...document.querySelectorAll('.reference-list a')].map(link => link.getAttribute('href'))"
  )
  for (const path of listed.filter(each => each.startsWith('/developers/guides/'))) await measure(path)
  for (const { slug, actions } of products) {
    await measure(`/developers/products/${slug}`)
    const links = page.getByRole('table', { name: /^Actions of/ }).getByRole('link')
    t.equal(await links.count(), actions.length, `${slug} lists its actions`)
    for (const action of actions) await measure(`/developers/products/${slug}/${action}`)
  }
  t.strictSame(
    [...heights].filter(([, height]) => height >= highest),
    []
  )
  t.comment([...heights].map(([path, height]) => `${height} ${path}`).join('\n'))
})

inBrowser(t, 'what changed for programs is on the page of the product', async (t, { url, open }) => {
  const { version } = JSON.parse(await readFile(join(root, 'plugins/leadconnect/package.json'), 'utf8'))
  const page = await open()
  await page.goto(`${url}/developers/changelog?product=leadconnect`)
  await page.getByRole('link', { name: 'API changes of LeadConnect since 1.0.0' }).click()
  await focusIs(page, `contract-${version}`)
  const changes = page.getByRole('region', { name: /^Changes/ })
  await changes.getByRole('heading', { name: `API changes from 1.0.0 to ${version}` }).waitFor()
  await changes.getByText('No breaking changes.').waitFor()
  await changes
    .getByText(/^New response fields: /)
    .first()
    .waitFor()
  t.equal(await page.getByText(/digest/i).count(), 0)
})

inBrowser(t, 'the reference says of each field what it means and when it is there', async (t, { url, open }) => {
  const page = await open()
  await page.goto(`${url}/developers/products/leadconnect/ingest`)
  const request = page.getByRole('table', { name: 'Fields of ingest', exact: true })
  const response = page.getByRole('table', { name: 'Response of ingest', exact: true })
  const rowOf = (table: typeof request, path: string) =>
    table
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name: `Link to “${path}”`, exact: true }) })
      .last()
  t.equal(await rowOf(response, 'detail.email.flags').count(), 0, 'the fields inside an object are folded')
  await response.getByText(/fields of detail\.email$/).click()
  await rowOf(request, 'action').getByText('The name of this action, ').waitFor()
  t.equal(await rowOf(request, 'email').getByText('required', { exact: true }).count(), 1)
  t.equal(await rowOf(request, 'source').getByText('required', { exact: true }).count(), 0)
  t.equal(await rowOf(response, 'detail.status').getByText('always', { exact: true }).count(), 1)
  t.equal(await rowOf(response, 'detail.owner').getByText('always', { exact: true }).count(), 0)
  t.equal(await response.getByText('required', { exact: true }).count(), 0)
  await rowOf(request, 'payload').getByText('At most 16,000 characters.').waitFor()
  const typeOf = (path: string) => rowOf(response, path).getByRole('cell').nth(1)
  t.equal(await typeOf('detail.email.flags').textContent(), 'list of strings')
  t.equal(await typeOf('detail.steps').textContent(), 'list of objects')
  t.equal(await typeOf('detail.email.checkedBy').textContent(), 'string', 'its meaning names the values')
  const literals = rowOf(response, 'detail.status').getByRole('cell').last().getByRole('code')
  t.strictSame(await literals.allTextContents(), [
    'delivered',
    'retrying',
    'held',
    'stored',
    'duplicate',
    'dedupeHours',
    'dead',
    'delivery_failed',
    'target_blocked'
  ])
  t.notMatch(await response.textContent(), '`', 'no backtick is shown')
})

inBrowser(t, 'the list of pages shows the current one in a low window', async (t, { url, open }) => {
  const page = await open()
  await page.setViewportSize({ width: 1_200, height: 450 })
  await page.goto(`${url}/developers/products/sentinel-lite/heartbeat`)
  const list = page.getByRole('navigation', { name: 'Developer reference' })
  const link = list.locator('a[aria-current="page"]')
  await link.waitFor()
  await page.waitForLoadState('networkidle')
  const shown = await list.boundingBox()
  const current = await link.boundingBox()
  if (!shown || !current) throw new Error('The list or its current link is not there.')
  t.ok(await page.evaluate("document.querySelector('.reference-list').scrollTop > 0"), 'the list is scrolled')
  t.ok(current.y >= shown.y && current.y + current.height <= shown.y + shown.height, 'the current link is in view')
})

inBrowser(t, 'a sequence diagram is a list of who sends what to whom', async (t, { url, open }) => {
  const page = await open()
  await page.goto(`${url}/developers/guides/retries`)
  const steps = page.getByRole('list', { name: 'A request whose response is lost, and the same request again' })
  await steps.waitFor()
  t.strictSame(await steps.getByRole('listitem').allTextContents(), [
    'Your program to Host: Request with a new key',
    'Host to Product: Runs the action',
    'Product to Host: Result',
    'Host: Stores the response with the key',
    'Host to Your program, which does not arrive: Response, but the connection is lost',
    'Your program to Host: The same request with the same key',
    'Host to Your program: The stored response, with Idempotent-Replayed'
  ])
  const tops = await page.evaluate<readonly number[]>(
    "[...document.querySelectorAll('.sequence li')].map(item => item.getBoundingClientRect().top)"
  )
  t.ok(
    tops.every((top, index) => index === 0 || top > (tops[index - 1] ?? 0)),
    'one below the other'
  )
})

inBrowser(t, 'the guide about pagination names the list of each action', async (t, { url, open }) => {
  const page = await open()
  await page.goto(`${url}/developers/guides/pagination`)
  const actions = page.getByRole('table', { name: 'Actions with pages' })
  await actions.getByRole('row', { name: /^Core: Recall recall detail\.items / }).waitFor()
  await actions
    .getByRole('row', { name: /^LeadConnect: Route leads route detail\.deliveries, if you send deliveries Lists/ })
    .waitFor()
  t.match(await page.getByLabel('The list and the next page in the response').textContent(), '"items": [ … ]')
})

inBrowser(t, 'every event that a product sends is in a table, with when it is sent', async (t, { url, open }) => {
  const page = await open()
  await page.goto(`${url}/developers/guides/webhooks`)
  const events = page.getByRole('table', { name: 'Events', exact: true })
  await events
    .getByRole('row', {
      name: /^heartbeat\.up Sentinel Lite A job has reported a success after an alert that its heartbeat is late or down/
    })
    .waitFor()
  t.strictSame((await events.locator('td:first-child').allTextContents()).sort(), [
    'budget.threshold_reached',
    'heartbeat.down',
    'heartbeat.late',
    'heartbeat.up',
    'lead.created',
    'lead.routed',
    'probe.certificate',
    'probe.down',
    'probe.up'
  ])
  await page.getByLabel('The body of budget.threshold_reached').locator('[class^="hljs-"]').first().waitFor()
  for (const name of ['heartbeat.up', 'heartbeat.late', 'probe.down']) {
    await page.goto(`${url}/developers/guides/webhooks`)
    await events.getByRole('link', { name }).click()
    await page.waitForURL(`**/developers/products/sentinel-lite#event-${name}`)
    await focusIs(page, `event-${name}`)
  }
  t.equal(
    await page.getByRole('heading', { name: /^heartbeat\.late / }).textContent(),
    'heartbeat.late #, heartbeat.down # and heartbeat.up #'
  )
  const heartbeats = page.getByRole('table', { name: 'Data of heartbeat.late, heartbeat.down, heartbeat.up' })
  const rowOf = (path: string) =>
    heartbeats.getByRole('row').filter({ has: page.getByRole('link', { name: `Link to “${path}”`, exact: true }) })
  t.equal(await rowOf('data.previousState').getByText('always', { exact: true }).count(), 1)
  t.equal(await rowOf('data.reason').getByText('always', { exact: true }).count(), 0)
  await rowOf('data.reason').getByText('Left out of').waitFor()
  t.strictSame(
    (await page.getByRole('table', { name: /^Data of / }).all()).length,
    4,
    'events with the same data have one table'
  )
  await page.getByRole('combobox', { name: 'Search these pages' }).fill('heartbeat up')
  await page.getByRole('option', { name: 'heartbeat.up webhook' }).click()
  await focusIs(page, 'event-heartbeat.up')

  await page.goto(`${url}/developers/products/leadconnect#webhooks`)
  const own = page.getByRole('table', { name: 'Events of LeadConnect' })
  await own.getByRole('row', { name: /^lead\.created The action “Take a lead in” stored a new lead/ }).waitFor()
  t.strictSame(await own.locator('td:first-child').allTextContents(), ['lead.created', 'lead.routed'])
  await own.getByRole('link', { name: 'lead.routed' }).click()
  await focusIs(page, 'event-lead.routed')
  await page.getByRole('table', { name: 'Data of lead.created, lead.routed' }).waitFor()
  await page.getByText('A recorded request of lead.routed').click()
  await page.getByLabel('The body of lead.routed').waitFor()
  await page.goto(`${url}/developers/products/core`)
  await page.getByRole('heading', { name: /^Changes/ }).waitFor()
  t.equal(await page.getByRole('heading', { name: /^Webhooks/ }).count(), 0)
})

inBrowser(t, 'a request is tried with a key that the page forgets', async (t, { url, open }) => {
  const page = await open()
  await page.goto(`${url}/developers/products/core/remember`)
  const action = page.getByRole('region', { name: /^Try it/ })
  const key = action.getByLabel('API key')
  const body = action.getByLabel('Body of the request')
  const send = action.getByRole('button', { name: 'Send the request' })
  t.match(await page.getByLabel('A sample response of remember').textContent(), /"summary": "Remembered/)
  await page
    .getByText(/^The response to the request above, recorded in a test with version/)
    .first()
    .waitFor()

  await send.click()
  await action.getByText('Enter an API key.').waitFor()
  await focusIs(page, (await key.getAttribute('id')) ?? '')
  await key.fill(demoKey)
  await body.fill('{ "action": ')
  await send.click()
  await action.getByText('This is not valid JSON').waitFor()
  await body.fill('{ "action": "remember", "key": "colour" }')
  await send.click()
  await action.getByLabel('The error response of remember').waitFor()
  await action.getByRole('button', { name: 'Add a line' }).click()
  await send.click()
  const answer = action.getByLabel('The response of remember')
  await answer.waitFor()
  t.match(JSON.parse((await answer.textContent()) ?? ''), { ok: true, action: 'remember' })

  await page
    .getByRole('navigation', { name: 'Previous and next action' })
    .getByRole('link', { name: /Recall/ })
    .click()
  await page.waitForURL('**/developers/products/core/recall')
  t.equal(await key.inputValue(), demoKey, 'the key is there for the other actions')
  const stored = await page.evaluate<string>(
    'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href, history.state])'
  )
  t.notOk(stored.includes(demoKey))
  t.strictSame(await page.evaluate('indexedDB.databases()'), [])
  t.strictSame(await page.evaluate('caches.keys()'), [])
  await page.reload()
  await send.waitFor()
  t.equal(await key.inputValue(), '')
})

function heightOf(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollHeight')
}

interface Catalogue {
  readonly products: readonly { readonly slug: string; readonly actions: readonly string[] }[]
}

/** Waits until the element with this id has the focus and is in the window. */
async function focusIs(page: Page, id: string): Promise<void> {
  const element = page.locator(`[id="${id}"]:focus`)
  await element.waitFor()
  for (let frame = 0; frame < 300; frame++) {
    const { y = -1 } = (await element.boundingBox()) ?? {}
    if (y >= -1 && y < 900) return
    await page.evaluate('new Promise(requestAnimationFrame)')
  }
  throw new Error(`${id} has the focus and is not in the window.`)
}

/** Whether the results of the search are what is seen along one of their sides. */
function isOnTop(x: string): string {
  return `(() => {
    const results = document.querySelector('.search-results')
    const { left, right, top, bottom } = results.getBoundingClientRect()
    return [top + 8, (top + bottom) / 2, bottom - 8].every(y => results.contains(document.elementFromPoint(${x}, y)))
  })()`
}
