import t from 'tap'
import { delayAfter } from '../dist/delivery/schedule.js'

const minutes = [5 / 60, 5, 30, 120, 300, 600, 840, 1200, 1440]

t.test('every delay of the schedule is moved by up to a fifth, either way, and all of the way is used', async t => {
  minutes.forEach((delay, index) => {
    const shares = Array.from(
      { length: 500 },
      (_, number) => (delayAfter(index + 1, `msg_${number}`) ?? 0) / (delay * 60_000)
    )
    t.ok(Math.min(...shares) >= 0.8 && Math.min(...shares) < 0.81, `the least of the waits after try ${index + 1}`)
    t.ok(Math.max(...shares) <= 1.2 && Math.max(...shares) > 1.19, `the longest of the waits after try ${index + 1}`)
  })
})

t.test('the same event waits as long on every machine, and another as long as itself', async t => {
  t.equal(delayAfter(1, 'msg_a'), delayAfter(1, 'msg_a'))
  t.not(delayAfter(1, 'msg_a'), delayAfter(1, 'msg_b'))
})

t.test('after the tenth try there is no other', async t => {
  t.equal(delayAfter(10, 'msg_a'), undefined)
})
