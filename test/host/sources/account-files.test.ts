import t, { type Test } from 'tap'
import type { Store } from '../../../host/dist/storage/store.js'
import { withoutSandbox } from '../../fixtures/bubblewrap.js'
import { attempting, mcpServer } from '../../fixtures/mcp-source.js'
import { root } from '../../fixtures/root.js'
import { memoryStore } from '../../fixtures/start-host.js'

/** A host with the server, whose store a second host can have too. */
async function served(t: Test, mcp: object = {}, entry: object = {}, store?: Store) {
  const opened = store ?? (await memoryStore())
  return { ...(await attempting(t, { sandbox: 'none', ...entry }, mcp, opened)), store: opened }
}

t.test('what a program writes is there for the next program of its account, on any host', async t => {
  const { attempt, attemptAsOther, restart, store } = await served(t)
  await attempt(
    "fs.mkdirSync('notes/2026', { recursive: true }), fs.writeFileSync('notes/2026/a.txt', 'milk'), fs.writeFileSync('b.bin', Buffer.alloc(1500000, 7))"
  )
  await restart()
  t.equal(await attempt("fs.readFileSync('notes/2026/a.txt', 'utf8')"), 'done: milk')
  t.equal(
    await attempt("fs.readFileSync('b.bin').every(byte => byte === 7) && fs.statSync('b.bin').size"),
    'done: 1500000'
  )
  t.equal(await attemptAsOther('fs.readdirSync(".").length'), 'done: 0')
  await attempt("fs.rmSync('b.bin'), fs.writeFileSync('notes/2026/a.txt', 'tea')")
  const second = await served(t, {}, {}, store)
  t.equal(
    await second.attempt("fs.readFileSync('notes/2026/a.txt', 'utf8') + fs.existsSync('b.bin')"),
    'done: teafalse'
  )
  const contents: string[] = []
  for await (const { key } of store.accountRecords('demo')) if (key.startsWith('content:')) contents.push(key)
  t.equal(contents.length, 1, 'nothing of former contents is left')
})

t.test('a program that deletes its own folder deletes no stored file', async t => {
  const { attempt } = await served(t)
  await attempt("fs.writeFileSync('a.txt', 'before')")
  t.match(
    await attempt('fs.rmSync(process.cwd(), { recursive: true })'),
    /not stored\. The folder of the program is gone\.$/
  )
  t.equal(await attempt("fs.readFileSync('a.txt', 'utf8')"), 'done: before')
})

t.test('files that are too many or too large are not stored, and the next program has those before', async t => {
  const { attempt } = await served(t, { filesMb: 1 })
  await attempt("fs.writeFileSync('a.txt', 'before')")
  const tooLarge = "fs.writeFileSync('a.txt', 'after'), fs.writeFileSync('b.bin', Buffer.alloc(1048577))"
  t.match(
    await attempt(tooLarge),
    /^The files of the product are not stored\. They have 1048582 bytes together, and may have 1048576\.$/
  )
  t.equal(await attempt("fs.readFileSync('a.txt', 'utf8') + fs.existsSync('b.bin')"), 'done: beforefalse')
  t.match(
    await attempt('Array.from({ length: 1001 }, (_, i) => fs.writeFileSync("f" + i, ""))'),
    /not stored\. There are more than 1000\.$/
  )
  t.match(await attempt("fs.mkdirSync('.cache'), fs.writeFileSync('.cache/b.bin', Buffer.alloc(2097152))"), /^done/)
})

t.test('a link of a program leads the host to no file of its own', async t => {
  const { attempt, restart } = await served(t)
  await attempt(
    `fs.symlinkSync('${root}/package.json', 'a.json'), fs.symlinkSync('${root}', 'folder'), child.execFileSync('mkfifo', ['pipe']), fs.writeFileSync('b', '')`
  )
  await restart()
  t.equal(await attempt("fs.readdirSync('.').join()"), 'done: b')
})

t.test('a server in the sandbox keeps its files too', { skip: withoutSandbox }, async t => {
  const { attempt, restart } = await served(t, {}, { sandbox: 'required' })
  await attempt("fs.writeFileSync('a.txt', 'milk')")
  await restart()
  t.equal(await attempt("fs.readFileSync('a.txt', 'utf8')"), 'done: milk')
})

t.test(
  'the files of an account are records of it: shown, exported, and deleted with its data of the product',
  async t => {
    const { attempt, call, store } = await served(t)
    await attempt("fs.writeFileSync('a.txt', 'milk')")
    const { body } = await call('GET', '/api/v1/products/notebook/execute')
    t.match(body, { needs: ['STORAGE'] })
    const before: string[] = []
    for await (const { key } of store.accountRecords('demo')) before.push(key)
    t.match(before.sort(), [/^content:/, 'file:a.txt'])
  }
)

t.test('a command and its variables name the folder of the account', async t => {
  const { attempt } = await served(t, { command: ['node', mcpServer, '{folder}/a'], env: { NOTES: '{folder}/notes' } })
  const [folder, argument, variable] = (await attempt('[process.cwd(), process.argv[2], process.env.NOTES].join()'))
    .replace('done: ', '')
    .split(',')
  t.strictSame([argument, variable], [`${folder}/a`, `${folder}/notes`])
})
