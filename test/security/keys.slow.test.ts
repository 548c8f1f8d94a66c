import t from 'tap'
import { attacked } from './attacker.js'

t.test('requests at once do not make more than 500 keys', async t => {
  const { eve, keys } = await attacked(t)
  for (let count = 1; count < 498; count++) await keys.create(eve.id, 'a key')
  const made = await Promise.all(Array.from({ length: 10 }, () => eve('POST', '/keys', { name: 'one more' })))
  t.strictSame(made.map(({ status }) => status).sort(), [201, 201, ...new Array(8).fill(409)])
  t.equal((await eve('GET', '/keys')).body.keys.length, 500)
})
