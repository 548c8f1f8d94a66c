import t from 'tap'
import { ActiveList } from '../../../host/dist/resilience/cancellation.js'

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
