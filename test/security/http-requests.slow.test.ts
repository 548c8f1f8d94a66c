import t from 'tap'
import { attacked, notes, sendRaw, statusesOf } from './attacker.js'

t.test('requests that never end take no slot from another account', async t => {
  const { call, adaKey, eveKey, host } = await attacked(t, { deployment: { rate: { atOnce: 2 } } })
  const head = `POST ${notes} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n`
  const slow = Array.from({ length: 4 }, () =>
    sendRaw(host.port, `${head}Authorization: ${eveKey.headers.Authorization}\r\n\r\n{`)
  )
  for (let count = 0; count < 5; count++)
    t.equal((await call('POST', notes, { action: 'latest' }, adaKey.headers)).status, 200)
  t.strictSame((await Promise.all(slow)).flatMap(statusesOf), [429, 429])
  t.equal((await call('POST', notes, { action: 'latest' }, eveKey.headers)).status, 200, 'the slots come back')
})
