import t from 'tap'
import { CustomerRecords } from '../../../host/dist/billing/customer-records.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'

async function customerRecords() {
  return new CustomerRecords(await Store.open(memoryBackend(Date.now)))
}

t.test('an account has the customer that was stored for it, and no other account has it', async t => {
  const records = await customerRecords()
  t.strictSame(await records.find('ada'), { attempts: 0 })
  await records.save('ada', 'cus_1', 0)
  t.match(await records.find('ada'), { id: 'cus_1' })
  t.ok(await records.isOf('ada', 'cus_1'))
  t.notOk(await records.isOf('ada', 'cus_2'))
  t.notOk(await records.isOf('grace', 'cus_1'))
  t.strictSame(await records.find('grace'), { attempts: 0 })
})

t.test('each failed attempt to create a customer gives the next one another number', async t => {
  const records = await customerRecords()
  const numbers: number[] = []
  for (let attempt = 0; attempt < 3; attempt++) {
    const { id, attempts } = await records.find('ada')
    t.equal(id, undefined)
    numbers.push(attempts)
    await records.noteFailure('ada', attempts)
  }
  t.strictSame(numbers, [0, 1, 2])
  await records.save('ada', 'cus_1', 3)
  await records.noteGone('ada', 'cus_1')
  t.strictSame(await records.find('ada'), { attempts: 4 })
})

t.test('a failed attempt does not replace a customer that another request created meanwhile', async t => {
  const records = await customerRecords()
  await records.save('ada', 'cus_1', 0)
  await records.noteFailure('ada', 0)
  t.match(await records.find('ada'), { id: 'cus_1' })
})

t.test('only the latest customer of an account is recorded as gone, and events still find its account', async t => {
  const records = await customerRecords()
  await records.noteGone('ada', 'cus_1')
  t.strictSame(await records.find('ada'), { attempts: 0 })
  await records.save('ada', 'cus_2', 0)
  await records.noteGone('ada', 'cus_1')
  t.match(await records.find('ada'), { id: 'cus_2' })
  await records.noteGone('ada', 'cus_2')
  t.equal((await records.find('ada')).id, undefined)
  t.ok(await records.isOf('ada', 'cus_2'))
})
