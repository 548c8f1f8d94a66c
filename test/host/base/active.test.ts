import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import t from 'tap'
import { ActiveList, ActiveMap } from '../../../host/dist/base/active.js'

function item(name: string) {
  return { name, position: -1 }
}

t.test('what is added is in the list until it is removed, in whatever order', async t => {
  const list = new ActiveList<ReturnType<typeof item>>()
  const items = ['a', 'b', 'c', 'd'].map(item)
  for (const each of items) list.add(each)
  const [first, second, , last] = items
  for (const each of [second, last, first]) if (each) list.remove(each)
  t.strictSame(
    list.all().map(({ name }) => name),
    ['c']
  )
  t.equal(list.size, 1)
})

t.test('removing what is not in it changes nothing', async t => {
  const list = new ActiveList<ReturnType<typeof item>>()
  const [inside, never] = [item('inside'), item('never')]
  list.add(inside)
  list.remove(never)
  t.equal(list.size, 1)
  list.remove(inside)
  list.remove(inside)
  t.equal(list.size, 0)
  list.add(inside)
  t.strictSame(list.all(), [inside])
})

t.test('what was asked for stays as it is when the list changes', async t => {
  const list = new ActiveList<ReturnType<typeof item>>()
  const items = ['a', 'b', 'c'].map(item)
  for (const each of items) list.add(each)
  const names: string[] = []
  for (const each of list.all()) {
    list.remove(each)
    names.push(each.name)
  }
  t.strictSame(names, ['a', 'b', 'c'])
  t.equal(list.size, 0)
})

t.test(
  'a map gives back a value by its number until it is removed, also beside numbers that share its bucket',
  async t => {
    const map = new ActiveMap<string>()
    const ids = [1, 257, 513, 2]
    for (const id of ids) map.add(id, `call ${id}`)
    map.remove(1)
    map.remove(1)
    map.remove(769)
    t.strictSame(
      [1, ...ids, 769].map(id => map.get(id)),
      [undefined, undefined, 'call 257', 'call 513', 'call 2', undefined]
    )
    t.equal(map.size, 3)
    t.strictSame(
      map
        .all()
        .map(({ id }) => id)
        .sort((left, right) => left - right),
      [2, 257, 513]
    )
    map.remove(257)
    map.remove(513)
    t.equal(map.get(2), 'call 2')
    t.equal(map.size, 1)
  }
)

t.test('a number that no call can have is refused', async t => {
  const map = new ActiveMap<string>()
  for (const id of [-1, 1.5, Number.NaN]) t.throws(() => map.get(id), RangeError)
})

t.test(
  'what was removed goes with the next small collection of garbage, which a Map keeps until a full one',
  async t => {
    setFlagsFromString('--expose-gc')
    const collect: (options?: { type: 'minor' }) => void = runInNewContext('gc')
    const atOnce = 64
    const map = new ActiveMap<readonly number[]>()
    collect()
    const before = process.memoryUsage().heapUsed
    for (let id = 0; id < 50_000; id++) {
      map.add(id, new Array<number>(100).fill(id))
      if (id >= atOnce) map.remove(id - atOnce)
      if (id % 500 === 0) collect({ type: 'minor' })
    }
    collect({ type: 'minor' })
    t.ok(process.memoryUsage().heapUsed - before < 5 * 1024 * 1024)
  }
)
