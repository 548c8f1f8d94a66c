import t from 'tap'
import { KnownDevices } from '../../../host/dist/accounts/known-devices.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { movableClock } from '../../fixtures/start-host.js'

const day = 24 * 60 * 60 * 1000

async function knownDevices() {
  const clock = movableClock('2026-01-01T00:00:00Z')
  const store = await Store.open(memoryBackend(() => clock.now()))
  return { clock, devices: new KnownDevices(store, clock) }
}

t.test('a browser keeps its token and its id for its own account, and gets others for another', async t => {
  const { clock, devices } = await knownDevices()
  const token = await devices.remember('ada')
  const first = await devices.find(token)
  t.match(first, { account: 'ada', id: /^dev_/, lastSignInAt: '2026-01-01T00:00:00.000Z' })
  clock.advance(day)
  t.equal(await devices.remember('ada', token), token)
  t.strictSame(await devices.list('ada'), [{ ...first, lastSignInAt: '2026-01-02T00:00:00.000Z' }])
  const other = await devices.remember('grace', token)
  t.not(other, token)
  t.not((await devices.find(other))?.id, first?.id)
  t.match(await devices.find(token), { account: 'ada' })
  const unknown = 'a'.repeat(43)
  t.not(await devices.remember('ada', unknown), unknown, 'a token that the host did not make is not taken')
  t.equal((await devices.list('ada')).length, 2)
})

t.test('a browser is known for a year after its last sign-in', async t => {
  const { clock, devices } = await knownDevices()
  const token = await devices.remember('ada')
  clock.advance(365 * day - 1)
  await devices.remember('ada', token)
  clock.advance(365 * day - 1)
  t.ok(await devices.find(token))
  t.equal((await devices.list('ada')).length, 1)
  clock.advance(1)
  t.equal(await devices.find(token), undefined)
  t.strictSame(await devices.list('ada'), [])
})

t.test('of the browsers of an account, the 20 are known that signed in last for the first time', async t => {
  const { clock, devices } = await knownDevices()
  const others = await devices.remember('grace')
  const tokens: string[] = []
  for (let count = 0; count < 22; count++) {
    tokens.push(await devices.remember('ada'))
    clock.advance(1)
    if (count === 19) for (const token of tokens) t.ok(await devices.find(token))
  }
  const known = await Promise.all(tokens.map(async token => (await devices.find(token)) !== undefined))
  t.strictSame(known, [false, false, ...Array.from({ length: 20 }, () => true)])
  t.equal((await devices.list('ada')).length, 20)
  t.ok(await devices.find(others))
})

t.test('the browsers of one account are forgotten, and those of no other', async t => {
  const { devices } = await knownDevices()
  const mine = [await devices.remember('ada'), await devices.remember('ada')]
  const other = await devices.remember('adam')
  await devices.removeAll('ada')
  for (const token of mine) t.equal(await devices.find(token), undefined)
  t.strictSame(await devices.list('ada'), [])
  t.match(await devices.find(other), { account: 'adam' })
})
