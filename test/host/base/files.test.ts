import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import t from 'tap'
import { parseJson } from '../../../host/dist/base/files.js'

t.test('what JSON.parse reads without loss is read as it is', async t => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
      const text = JSON.stringify(value, null, indent)
      return isDeepStrictEqual(parseJson(text), JSON.parse(text))
    }),
    { numRuns: 300 }
  )
  t.strictSame(parseJson('\ufeff{"a": [1, -0.5e+2, true, null, "\\u0041\\n"]}'), { a: [1, -50, true, null, 'A\n'] })
  t.strictSame(parseJson(Buffer.from('\ufeff{"\u{1f600}": 1}')), { '\u{1f600}': 1 })
})

t.test('what JSON.parse refuses is refused', async () => {
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.nat(),
      fc.constantFrom('', ',', '}', '"', '\\', '0', ' x', '/'),
      (value, place, put) => {
        const text = JSON.stringify(value)
        const changed = text.slice(0, place % text.length) + put + text.slice((place % text.length) + 1)
        const refusal = (read: (text: string) => unknown) => {
          try {
            read(changed)
            return undefined
          } catch (error) {
            return String(error)
          }
        }
        const own = refusal(parseJson)
        return refusal(JSON.parse) === undefined ? own === undefined || own.includes('twice') : own !== undefined
      }
    ),
    { numRuns: 500 }
  )
})

t.test('a fault is told with its line and column', async t => {
  for (const [text, line, column, message] of [
    ['', 1, 1, 'is not JSON: line 1, column 1: a value is expected'],
    ['{"a": 1} x', 1, 10, 'is not JSON: line 1, column 10: nothing may follow the value'],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'is not JSON: line 3, column 3: "," or "}" is expected, not """'],
    ['[1,\r\n 2,\r\n]', 3, 1, 'is not JSON: line 3, column 1: a value is expected, not "]"'],
    ["{'a': 1}", 1, 2, 'is not JSON: line 1, column 2: the name of a member in double quotes is expected, not "\'"'],
    ['{\n  // note\n}', 2, 3, /double quotes is expected, not "\/"; JSON has no comments$/],
    ['{"a" 1}', 1, 6, 'is not JSON: line 1, column 6: ":" is expected, not "1"'],
    ['{"a": "b\n"}', 1, 7, 'is not JSON: line 1, column 7: a string begins and does not end'],
    ['["C:\\Users"]', 1, 5, 'is not JSON: line 1, column 5: a string contains a "\\" that escapes nothing'],
    ['['.repeat(1_000), 1, 502, /nested deeper than 500$/]
  ] as const)
    t.throws(() => parseJson(text), { name: 'JsonIssue', line, column, message })
  t.throws(() => parseJson(Buffer.from([0xff, 0xfe, 0x7b, 0])), { message: 'is not UTF-8; save it as UTF-8' })
})

t.test('a member that an object has twice is named with both places, however it is written', async t => {
  t.throws(() => parseJson('{\n "rate": {},\n "\\u0072ate": {}\n}'), {
    line: 3,
    message: 'has the member "rate" twice: line 2, column 2 and line 3, column 2; remove one of the two'
  })
  t.throws(() => parseJson('{"plugins": [{}, {"package": "a", "package": "b"}]}'), {
    message: /^has the member "package" twice in #\/plugins\/1: line 1, column 19 and line 1, column 35/
  })
  t.strictSame(
    parseJson('{"a": {"b": 1}, "b": {"a": 1}, "__proto__": 1}'),
    JSON.parse('{"a":{"b":1},"b":{"a":1},"__proto__":1}')
  )
})
