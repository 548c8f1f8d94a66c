import t from 'tap'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { joinedReply, replayed, replyRecords, type StoredReply } from '../../../host/dist/storage/stored-reply.js'

const headers = { 'Content-Type': 'application/json' }
const storedMs = 1_000
/** The longest text that is a part: a fourth of the characters of 1 MiB. */
const longestPart = 2 ** 18

/** The records of a claim whose reply has a text, written into a store. */
async function written(text: string) {
  const time = { now: 0 }
  const records = (await Store.open(memoryBackend(() => time.now))).own('subject')
  const writes = replyRecords('answer', { holder: 'me' }, { status: 201, headers, text }, storedMs)
  await records.update([], () => ({ writes, result: undefined }))
  const read = async () => {
    const stored = await records.get<{ holder: string; reply: StoredReply }>('answer')
    return stored && { holder: stored.holder, reply: await joinedReply(records, 'answer', stored.reply) }
  }
  return { time, records, writes, read }
}

t.test('a reply is read as it was written, in as few records as hold it', async t => {
  for (const [length, count] of [
    [0, 1],
    [1, 1],
    [longestPart, 1],
    [longestPart + 1, 2],
    [2 * longestPart, 2],
    [2 * longestPart + 1, 3]
  ] as const) {
    const text = Array.from({ length }, (_, index) => index % 10).join('')
    const { writes, read } = await written(text)
    t.equal(writes.length, count, `${length} characters`)
    const found = await read()
    t.ok(found?.reply.text === text, `${length} characters are read`)
    t.match(found, { holder: 'me', reply: { status: 201, headers } })
  }
})

t.test('a part holds characters of three bytes and of two units', async t => {
  const text = '\u{1f600}'.repeat(longestPart) + '\u2028'.repeat(longestPart)
  const { read } = await written(text)
  t.ok((await read())?.reply.text === text)
})

t.test('whoever finds the first part finds the others as well', async t => {
  const { time, records, read } = await written('x'.repeat(longestPart + 1))
  time.now = storedMs - 1
  t.equal((await read())?.reply.text.length, longestPart + 1)
  const first = await records.get<{ reply: StoredReply }>('answer')
  time.now = storedMs
  t.equal(await read(), undefined)
  if (!first) throw new Error('There was no first part.')
  time.now += 30_000
  t.equal((await joinedReply(records, 'answer', first.reply)).text.length, longestPart + 1)
  await records.delete('answer:1')
  await t.rejects(joinedReply(records, 'answer', first.reply), { name: 'StoreUnavailable' })
})

t.test('a reply that is given again says so, and is otherwise the same', t => {
  t.strictSame(replayed({ status: 404, headers, text: '"none"' }), {
    status: 404,
    headers: { ...headers, 'Idempotent-Replayed': 'true' },
    text: '"none"'
  })
  t.notOk('Idempotent-Replayed' in headers)
  t.end()
})
