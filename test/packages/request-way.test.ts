import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { Session } from 'node:inspector/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import t from 'tap'
import { demoKey } from '../../host/dist/accounts/demo-key.js'
import { reexport, start } from '../host/start.js'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const plugins = { '@test/core': reexport('../../plugins/core/dist/index.js', 'default') }
const body = { action: 'remember', key: 'colour', value: 'blue' }

interface Drawn {
  readonly file: string
  /** The call in the pipeline's source, of a stage. */
  readonly stage: string | undefined
}

/** The lines of the drawing: the way of a request, and the other entry points. */
async function drawing(): Promise<readonly [way: readonly Drawn[], others: readonly Drawn[]]> {
  const text = await readFile(join(root, 'README.md'), 'utf8')
  const [, drawn = ''] = /## The way of a request\n\n```\n(.*?)\n```/s.exec(text) ?? []
  const [way = [], others = []] = drawn.split('\n\n').map(part => part.split('\n').map(parsed))
  return [way, others]
}

function parsed(line: string): Drawn {
  const [, file, stage] = /([a-z-]+\/[a-z-]+\.ts)(?: +(\S*[a-z]\.[a-z]+|#[a-z]+)(?= ))?/.exec(line) ?? []
  if (file === undefined) throw new Error(`The drawing has a line without a file: ${line}`)
  return { file, stage }
}

async function source(file: string): Promise<string> {
  return readFile(join(root, 'host', file), 'utf8')
}

/** The compiled files of which a function ran while some work was done. */
async function filesRun(work: () => Promise<void>): Promise<ReadonlySet<string>> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await session.post('Profiler.takePreciseCoverage')
  await work()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  const ran = result.filter(({ functions }) => functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)))
  return new Set(ran.map(({ url }) => url))
}

t.test('every line of the drawing names a file of the host, once', async t => {
  const drawn = (await drawing()).flat()
  t.ok(drawn.length > 10)
  for (const { file } of drawn) t.ok(existsSync(join(root, 'host', file)), file)
  t.equal(new Set(drawn.map(({ file }) => file)).size, drawn.length)
})

t.test('the stages of the drawing are called by the pipeline, in this order', async t => {
  const [way] = await drawing()
  const [, run = ''] = /\n {2}async run\((.*?)\n {2}}\n/s.exec(await source('execution/pipeline.ts')) ?? []
  const stages = way.flatMap(({ stage }) => stage ?? [])
  const places = stages.map(stage => run.indexOf(`${stage}(`))
  t.ok(stages.length >= 9, stages.join(', '))
  t.ok(places.every(place => place > 0))
  t.strictSame(
    places,
    places.toSorted((left, right) => left - right)
  )
})

t.test('the entry points of the drawing run the pipeline, and nothing else does', async t => {
  const [, others] = await drawing()
  const entries = await readdir(join(root, 'host'), { recursive: true })
  const files = entries.filter(file => /^(?!.*(node_modules|dist)\/).*[^d]\.ts$/.test(file))
  const callers = await Promise.all(files.map(async file => (/pipeline\.run\(/.test(await source(file)) ? [file] : [])))
  t.strictSame(callers.flat().sort(), ['http/execute.ts', ...others.map(({ file }) => file)].sort())
})

t.test('every file of the drawing takes part in a request', async t => {
  const { call, lines } = await start(t, { plugins })
  const send = async (idempotencyKey: string) => {
    const { length } = lines
    const headers = { Authorization: `Bearer ${demoKey}`, 'Idempotency-Key': idempotencyKey }
    t.equal((await call('POST', '/api/v1/products/core/execute', body, headers)).status, 200)
    while (!lines.slice(length).some(line => line.includes('"msg":"request"'))) await new Promise(setImmediate)
  }
  for (const key of ['first', 'second']) await send(key)
  const ran = await filesRun(() => send('third'))
  const compiled = (file: string) => pathToFileURL(join(root, 'host/dist', file.replace(/\.ts$/, '.js'))).href
  const [way] = await drawing()
  for (const { file } of way) t.ok(ran.has(compiled(file)), file)
  const count = (part: string) =>
    [...ran].filter(each => each.startsWith(pathToFileURL(join(root, part, 'dist/')).href)).length
  t.comment(`A request runs code of ${count('host')} files of the host and ${count('sdk')} of the sdk.`)
})
