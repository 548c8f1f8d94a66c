import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { testContext } from '@product-host/sdk/testing'
import { canonicalJson } from '@product-host/toolkit/json'
import t from 'tap'
import wealthnode from '../dist/index.js'

async function ledgerOf(entries: number) {
  const context = testContext(wealthnode)
  for (let index = 1; index <= entries; index++)
    await context.run('ledger_sync', {
      tokens: index,
      pricePer1kGbp: 0.002,
      externalId: `call ${index}`,
      note: 'a "note"'
    })
  return context
}

t.test('canonical JSON sorts members and knows no white space', async t => {
  t.equal(canonicalJson({ b: [1, { z: null, a: 'é"' }], a: true }), '{"a":true,"b":[1,{"a":"é\\"","z":null}]}')
})

t.test('each hash is the SHA-256 of the one before and the canonical entry', async t => {
  const { storage } = await ledgerOf(2)
  const first = await storage.get<{ hash: string }>('e:000000000001')
  const { hash: found, previousHash, ...entry } = (await storage.get<Record<string, unknown>>('e:000000000002')) ?? {}
  t.equal(previousHash, first?.hash)
  t.equal(found, hash('sha256', `${first?.hash}${canonicalJson(entry)}`))
})

t.test('a ledger as it was booked verifies, page after page', async t => {
  const { run } = await ledgerOf(450)
  const { summary, detail } = await run('margin_radar', { verify: true })
  t.match(summary, /; all 450 entries verified\.$/)
  t.match(detail.verification, { intact: true, checked: 450 })
  t.match(await testContext(wealthnode).run('margin_radar', { verify: true }), {
    detail: { status: 'no_data', verification: { intact: true, checked: 0, hash: '0'.repeat(64) } }
  })
})

t.test('a change of any byte of an entry is found', async t => {
  const { run, storage } = await ledgerOf(3)
  const key = 'e:000000000002'
  const entry = await storage.get(key)
  const text = JSON.stringify(entry)
  let changes = 0
  for (let index = 0; index < text.length; index++) {
    const altered = parsed(
      text.slice(0, index) + String.fromCharCode(text.charCodeAt(index) ^ 1) + text.slice(index + 1)
    )
    if (altered === undefined || isDeepStrictEqual(altered, entry)) continue
    changes++
    await storage.set(key, altered)
    const { detail } = await run('margin_radar', { verify: true })
    if (detail.verification?.brokenAt?.sequence !== 2) t.fail(`the change of byte ${index} was not found`)
  }
  t.ok(changes > 400, `${changes} changes were tried`)
})

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

for (const [what, tamper, expected] of [
  ['a missing entry', { delete: 'e:000000000002' }, { sequence: 2, entryId: 'e:000000000002', reason: 'missing' }],
  ['a missing last entry', { delete: 'e:000000000003' }, { sequence: 3, entryId: 'e:000000000003', reason: 'missing' }],
  ['a missing head', { delete: 'head' }, { sequence: 1, reason: 'head_mismatch' }],
  ['an entry without content', { 'e:000000000001': null }, { sequence: 1, reason: 'altered' }],
  ['an entry with one more member', { 'e:000000000001': { extra: 1 } }, { sequence: 1, reason: 'altered' }],
  [
    'an entry that names another predecessor',
    { 'e:000000000002': { previousHash: '0'.repeat(64) } },
    { sequence: 2, reason: 'unlinked' }
  ],
  ['a head that is another', { head: { hash: 'f'.repeat(64) } }, { sequence: 4, reason: 'head_mismatch' }],
  ['an entry beyond the head', { 'e:000000000004': { sequence: 4 } }, { sequence: 4, reason: 'head_mismatch' }]
] as const)
  t.test(`${what} is found`, async t => {
    const { run, storage } = await ledgerOf(3)
    for (const [key, change] of Object.entries<unknown>(tamper)) {
      if (key === 'delete') await storage.delete(String(change))
      else await storage.set(key, change && { ...(await storage.get<object>(key)), ...Object(change) })
    }
    const { detail, summary } = await run('margin_radar', { verify: true })
    t.match(detail.verification, { intact: false, checked: expected.sequence - 1, brokenAt: expected })
    t.match(detail, { status: 'red', alerts: [{ code: 'chain_broken', severity: 'red' }] })
    t.match(summary, `the ledger was altered at entry ${expected.sequence}`)
  })

t.test('a walk ends when the caller has gone', async t => {
  const { run } = await ledgerOf(450)
  const caller = new AbortController()
  const walk = run('margin_radar', { verify: true }, { signal: caller.signal })
  caller.abort()
  await t.rejects(walk, { name: 'AbortError' })
})

t.test('entries that are booked during a walk do not break it', async t => {
  const { run } = await ledgerOf(450)
  const [walk] = await Promise.all([
    run('margin_radar', { verify: true }),
    ...Array.from({ length: 20 }, () => run('ledger_sync', { tokens: 1, pricePer1kGbp: 1 }))
  ])
  t.equal(walk.detail.verification?.intact, true)
})
