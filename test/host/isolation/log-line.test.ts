import t from 'tap'
import { plainLine } from '../../../host/dist/isolation/log-line.js'

t.test('the message and the fields of a line may stand in either order', async t => {
  const line = { message: 'x', fields: { i: 1 } }
  t.strictSame(plainLine('x', { i: 1 }), line)
  t.strictSame(plainLine({ i: 1 }, 'x'), line)
  t.strictSame(plainLine('x'), { message: 'x', fields: {} })
  t.strictSame(plainLine({ i: 1 }), { message: '', fields: { i: 1 } })
  t.strictSame(plainLine('x', 7), { message: 'x', fields: { value: 7 } })
})

t.test('an error keeps its message, a bigint its digits, and nothing that JSON lacks stops a line', async t => {
  const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
  const { fields } = plainLine('x', { err: new TypeError('bad', { cause }), big: 12n, at: new Date(0), skip: () => 1 })
  t.match(fields, {
    err: {
      type: 'TypeError',
      message: 'bad',
      stack: /TypeError: bad/,
      cause: { message: 'refused', code: 'ECONNREFUSED' }
    },
    big: '12',
    at: '1970-01-01T00:00:00.000Z',
    skip: undefined
  })
  t.match(plainLine(new Error('alone'), 'x'), { message: 'x', fields: { err: { message: 'alone' } } })
})

t.test('circles, depth and members that throw are told', async t => {
  const circle: Record<string, unknown> = { list: [1] }
  circle.self = circle
  t.strictSame(plainLine('x', circle).fields, { list: [1], self: '[circular]' })
  const thrower = {
    get a() {
      throw new Error('no')
    }
  }
  t.strictSame(plainLine('x', { thrower }).fields, { thrower: '[unreadable]' })
  const deep = Array.from({ length: 12 }).reduce<unknown>(inner => ({ inner }), 1)
  t.match(JSON.stringify(plainLine('x', { deep }).fields), /too deep/)
})
