import t from 'tap'
import { takesBack } from '../../dist/reading/refusals.js'
import { spelledOut } from '../../dist/reading/spelling.js'

t.test('short forms of notes are words, but not in what is quoted or to be stored', t => {
  for (const [text, words] of [
    ['linkedin + x, 3/week, 2x a week', 'linkedin and x, 3 per week, 2 per week'],
    ['check https://a.example/w/ w/ 5s timeout pls', 'check https://a.example/w/ with 5 seconds timeout please'],
    ['send "5s w/o cert" to `ops`', 'send "5s w/o cert" to ops'],
    ['remember: it takes 5 min w/o `sudo`', 'remember: it takes 5 min w/o sudo']
  ] as const)
    t.equal(spelledOut(text), words)
  t.end()
})

t.test('some sentences take back what was asked for before them', async t => {
  for (const text of ['I changed my mind', 'Never mind', 'Ignore that', 'That was a joke', 'Leave it'])
    t.match(text, takesBack)
})
