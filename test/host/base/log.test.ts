import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { LineBatch } from '../../../host/dist/base/log.js'
import { root } from '../../fixtures/root.js'

function batch() {
  const written: string[] = []
  return { written, lines: new LineBatch({ write: lines => void written.push(lines) }) }
}

t.test('lines wait until they are passed on, and leave together in their order', async t => {
  const { written, lines } = batch()
  lines.write('one\n')
  lines.write('two\n')
  t.strictSame(written, [])
  lines.pass()
  lines.pass()
  t.strictSame(written, ['one\ntwo\n'])
})

t.test('many lines leave without being asked to, none twice and none lost', async t => {
  const { written, lines } = batch()
  const sent = Array.from({ length: 10_000 }, (_, index) => `line ${index}\n`)
  for (const line of sent) lines.write(line)
  t.ok(written.length > 1 && written.length < 100, `${written.length} batches`)
  lines.pass()
  t.equal(written.join(''), sent.join(''))
})

const planted = 'plantedvalue'

/** What a host that logs the members writes to its standard output. */
async function logged(members: object): Promise<string> {
  const source = `
    import { openLog } from ${JSON.stringify(join(root, 'host/dist/base/log.js'))}
    const { logger, flush } = await openLog('info', false)
    logger.info(${JSON.stringify(members)}, 'a line')
    await flush()
    process.exit()`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', source])
  return stdout
}

t.test('no line of the log has the value of a member that holds a secret, down to the third level', async t => {
  const names = ['authorization', 'cookie', 'password', 'secret', 'token', 'key']
  const secrets = Object.fromEntries(names.map(name => [name, planted]))
  const line = await logged({ ...secrets, headers: secrets, request: { headers: secrets } })
  t.match(line, /"msg":"a line"/)
  t.equal(line.split('[redacted]').length - 1, 3 * names.length)
  t.notMatch(line, planted)
})
