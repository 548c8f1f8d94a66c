import fc from 'fast-check'
import t from 'tap'
import { canonicalJson, fnv1a, isFilled, isRecord, oneOf } from '../dist/json.js'

t.test('a record is an object and neither null nor an array', async t => {
  t.ok(isRecord({}))
  t.notOk([null, [], 'text', 1, undefined].some(isRecord))
})

t.test('a list with an item is filled', async t => {
  t.ok(isFilled([undefined]))
  t.notOk(isFilled([]))
})

t.test('canonical JSON sorts members, has no white space, and is JSON of the same value', async t => {
  t.equal(canonicalJson({ b: [1, { z: null, a: 'é"' }], a: true }), '{"a":true,"b":[1,{"a":"é\\"","z":null}]}')
  t.equal(canonicalJson({ 10: 1, 9: 2, a: 3 }), '{"10":1,"9":2,"a":3}')
  fc.assert(
    fc.property(
      fc.json(),
      text => canonicalJson(JSON.parse(canonicalJson(JSON.parse(text)))) === canonicalJson(JSON.parse(text))
    )
  )
})

t.test('canonical JSON never changes: hashes of stored records depend on it', async t => {
  const record = {
    sequence: 1,
    costGbp: '0.252000000',
    postings: [{ side: 'debit', account: 'expense:ai:gpt-4o' }],
    note: 'a "ü"'
  }
  t.equal(
    canonicalJson(record),
    '{"costGbp":"0.252000000","note":"a \\"ü\\"","postings":[{"account":"expense:ai:gpt-4o","side":"debit"}],"sequence":1}'
  )
})

t.test('FNV-1a has the published values', async t => {
  t.equal(fnv1a(''), 0x811c9dc5)
  t.equal(fnv1a('a'), 0xe40c292c)
  t.equal(fnv1a('foobar'), 0xbf9cf968)
})

t.test('a value of a table is one of those that it may be', async t => {
  t.equal(oneOf(['for', 'against'], 'against'), 'against')
  t.throws(() => oneOf(['for', 'against'], 'neither'), { message: '"neither" is none of for, against.' })
})
