import t from 'tap'
import { functionWords, stopWords } from '../dist/stopwords.js'

t.test('a search leaves out few words, and every one of them carries no topic', async t => {
  t.equal(stopWords.size, 57)
  t.strictSame(
    [...stopWords].filter(word => !functionWords.has(word)),
    []
  )
  t.ok(['the', 'is', 'what'].every(word => stopWords.has(word)))
  t.ok(!stopWords.has('above') && functionWords.has('above'))
  t.ok(!functionWords.has('code'))
})
