import type { Page } from 'playwright-core'
import t from 'tap'
import { callTool, planOf } from '../fixtures/mcp-client.js'
import { carefulPlugin, recurringPlugin } from '../fixtures/start-host.js'
import { inGallery } from './chromium.js'
import { countShifts, lookInBoth } from './look.js'
import { signOut, signUp } from './person.js'

inGallery(
  t,
  'a plan that a client asked for is seen, run and dismissed by the account holder alone',
  async (t, { url, open }) => {
    const page = await open()
    await countShifts(page)
    await signUp(page, url)
    const key = await newKey(page)
    const id = await planOf(url, key, { topic: 'vague' })
    await page.goto(url)
    await page.getByText('Waiting for you').waitFor()
    await lookInBoth(t, page, 'home-with-plan')
    await page.getByRole('link', { name: 'Careful: Wipe' }).click()
    await page.getByRole('heading', { name: 'Run this plan?' }).waitFor()
    t.equal(new URL(page.url()).pathname, `/confirmations/${id}`)
    const plan = page.getByRole('region', { name: 'Careful: Wipe' })
    t.match(await plan.innerText(), /“the agent” asked/)
    t.match(await plan.innerText(), /Careful: Wipe\s+Changes your data/)
    t.match(await plan.innerText(), /Not understood: “by noon”/)
    t.match(await page.getByRole('region', { name: 'The input of step 1' }).textContent(), /"topic": "vague"/)
    await lookInBoth(t, page, 'plan')
    t.match((await callTool(url, key, 'careful_wipe', { topic: 'vague' })).json, { code: 'needs_confirmation' })
    await page.getByRole('button', { name: 'Run these steps' }).click()
    await page.getByRole('heading', { name: 'The plan was run' }).waitFor()
    await page.getByRole('status').filter({ hasText: 'Wiped vague.' }).waitFor()
    t.equal(await page.getByRole('button', { name: 'Run these steps' }).count(), 0)
    await lookInBoth(t, page, 'plan-answer')
    t.match(await callTool(url, key, 'careful_wipe', { topic: 'vague' }), { isError: false })

    await page.goto(`${url}/confirmations/${await planOf(url, key, { topic: 'old' })}`)
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await page.getByText('Nothing was done').waitFor()
    t.match((await callTool(url, key, 'careful_wipe', { topic: 'old' })).json, { code: 'not_confirmed' })

    const failing = await planOf(url, key, { topic: 'bad', how: 'bug' })
    await page.goto(`${url}/confirmations/${failing}`)
    await page.getByRole('button', { name: 'Run these steps' }).click()
    await page.getByText('The product failed while it ran the action').waitFor()
    await page.getByRole('link', { name: 'Show this call' }).waitFor()

    const schedule = { name: 'Look', cron: '0 8 * * *', product: 'careful', action: 'count', input: { topic: 'old' } }
    const times = (await callTool(url, key, 'recurring_make', { asks: true, schedule })).json
    await page.goto(times.links.confirmation)
    await page.getByText('makes the schedule “Look”, due at 0 8 * * * in UTC').waitFor()
    await lookInBoth(t, page, 'plan-of-a-schedule')

    const other = await planOf(url, key, { topic: 'other' })
    await signOut(page)
    await signUp(page, url, 'eve@example.org')
    await page.goto(`${url}/confirmations/${other}`)
    await page.getByRole('heading', { name: 'No plan to confirm' }).waitFor()
    await page.getByText('You are signed in as eve@example.org.').waitFor()
    await lookInBoth(t, page, 'no-plan')
  },
  { ...carefulPlugin, ...recurringPlugin }
)

async function newKey(page: Page): Promise<string> {
  return page.evaluate<string>(
    `fetch('/dashboard/api/keys', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: ` +
      `'{"name":"the agent","expiresAt":null}' }).then(response => response.json()).then(({ key }) => key)`
  )
}
