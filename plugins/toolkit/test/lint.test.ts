import t from 'tap'
import { fail, hasFailed, lint, pass, qualityOf, type Rule, warn } from '../dist/lint.js'

const rules: readonly Rule<string, 'short' | 'calm' | 'done'>[] = [
  { name: 'short', check: text => (text.length > 10 ? warn(`${text.length} characters`) : pass('short')) },
  { name: 'calm', check: text => (text.includes('!') ? warn('an exclamation mark') : pass('calm')) },
  { name: 'done', check: text => (text.includes('TODO') ? fail('not done') : pass('done')) }
]

const weights = { short: { warn: 5, fail: 10 }, calm: { warn: 8, fail: 8 }, done: { warn: 0, fail: 90 } }

t.test('each rule answers in its order, with what it takes off the quality', async t => {
  const findings = lint('Hello there!', rules, weights)
  t.strictSame(findings, [
    { rule: 'short', level: 'warn', weight: 5, message: '12 characters' },
    { rule: 'calm', level: 'warn', weight: 8, message: 'an exclamation mark' },
    { rule: 'done', level: 'pass', weight: 0, message: 'done' }
  ])
  t.equal(qualityOf(findings), 87)
  t.notOk(hasFailed(findings))
})

t.test('a failure forbids the text, and the quality is never below 0', async t => {
  const findings = lint('TODO write this!', rules, weights)
  t.equal(qualityOf(findings), 0)
  t.ok(hasFailed(findings))
})
