import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import type { Profiler } from 'node:inspector'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { demoKey } from '../../host/dist/accounts/keys/demo-key.js'
import { dataFolder, type Ending, startProcess } from '../fixtures/host-process.js'
import { root } from '../fixtures/root.js'
import { deploymentFile, reexport } from '../fixtures/start-host.js'

interface Drawn {
  readonly file: string
  /** The call in the pipeline's source, of a stage. */
  readonly stage: string | undefined
}

/** The lines of the drawing: the way of a request, and the other entry points. */
async function drawing(): Promise<readonly [way: readonly Drawn[], others: readonly Drawn[]]> {
  const text = await readFile(join(root, 'host/docs/architecture.md'), 'utf8')
  const [, drawn = ''] = /## The way of a request\n\n```\n(.*?)\n```/s.exec(text) ?? []
  const [way = [], others = []] = drawn.split('\n\n').map(part => part.split('\n').map(parsed))
  return [way, others]
}

function parsed(line: string): Drawn {
  const [, file, stage] = /((?:[a-z-]+\/)+[a-z-]+\.ts)(?: +(\S*[a-z]\.[a-z]+|#[a-z]+)(?= ))?/.exec(line) ?? []
  if (file === undefined) throw new Error(`The drawing has a line without a file: ${line}`)
  return { file, stage }
}

async function source(file: string): Promise<string> {
  return readFile(join(root, 'host', file), 'utf8')
}

/** The V8 inspector of another process, which counts the calls of its functions. */
class Coverage {
  readonly #socket: WebSocket
  readonly #pending = new Map<number, (result: unknown) => void>()
  #sent = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => {
      const { id, result } = JSON.parse(String(data))
      this.#pending.get(id)?.(result)
    })
  }

  static async start(t: Ending, address: string): Promise<Coverage> {
    const socket = new WebSocket(address)
    t.teardown(() => socket.close())
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', () => resolve())
      socket.addEventListener('error', () => reject(new Error(`No inspector listens on ${address}.`)))
    })
    const coverage = new Coverage(socket)
    await coverage.#post('Profiler.enable')
    await coverage.#post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    return coverage
  }

  /** The compiled files of host and sdk of which a function has run since this was asked last. */
  async take(): Promise<readonly string[]> {
    const { result } = (await this.#post('Profiler.takePreciseCoverage')) as Profiler.TakePreciseCoverageReturnType
    return result
      .filter(({ functions }) => functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)))
      .map(({ url }) => url.replace(pathToFileURL(root).href, ''))
      .filter(url => /^\/(host|sdk)\/dist\//.test(url))
  }

  #post(method: string, params: object = {}): Promise<unknown> {
    const id = ++this.#sent
    this.#socket.send(JSON.stringify({ id, method, params }))
    return new Promise(resolve => this.#pending.set(id, resolve))
  }
}

/**
 * Requests that are measured, at least and at most: a timer of the host that runs during one of them does not run during all, but on a
 * busy machine, where a request takes as long as a timer, it runs during many.
 */
const measured = { least: 6, most: 40 }

/** How long the host may write its log line after its answer, in milliseconds. */
const logMs = 20

/** The most files of host and sdk whose code one request may run. */
const mostFiles = 35
/** Runs in the demo alone, in front of the check of a real key. */
const onlyInDemo = '/host/dist/accounts/keys/demo-key.js'

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

t.test(
  `a request runs code of every file of the drawing, and of ${mostFiles} files of host and sdk at most`,
  async t => {
    const core = reexport('../../plugins/core/dist/index.js', 'default')
    const host = await startProcess(t, await dataFolder(t), {
      NODE_OPTIONS: '--inspect=127.0.0.1:0',
      PRODUCT_HOST_CONFIG: await deploymentFile(t, { '@test/core': core })
    })
    const [address = ''] = /ws:\S+/.exec(host.greeting()) ?? []
    const coverage = await Coverage.start(t, address)
    let requests = 0
    const send = async (hasKey: boolean) => {
      const value = `blue ${++requests}`
      const response = await fetch(`${host.url}/api/v1/products/core/execute`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${demoKey}`,
          'Content-Type': 'application/json',
          ...(hasKey && { 'Idempotency-Key': value })
        },
        body: JSON.stringify({ action: 'remember', key: 'colour', value })
      })
      t.equal(response.status, 200, await response.text())
      await setTimeout(logMs)
    }
    /** The files that ran in each of some requests, after one that is not measured. */
    const filesRun = async (hasKey: boolean) => {
      await send(hasKey)
      let common: readonly string[] | undefined
      const isMore = () => (common?.length ?? 0) > mostFiles
      for (let request = 0; request < measured.least || (request < measured.most && isMore()); request++) {
        await coverage.take()
        await send(hasKey)
        const ran = (await coverage.take()).filter(file => file !== onlyInDemo)
        common = common?.filter(file => ran.includes(file)) ?? ran
      }
      return common?.toSorted() ?? []
    }
    const [way] = await drawing()
    const withKey = await filesRun(true)
    for (const { file } of way) t.ok(withKey.includes(`/host/dist/${file.replace(/\.ts$/, '.js')}`), file)
    for (const files of [await filesRun(false), withKey])
      t.ok(files.length <= mostFiles, `${files.length} files: ${files.join(' ')}`)
  }
)
