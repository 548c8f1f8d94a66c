import { spawn } from 'node:child_process'
import { join } from 'node:path'
import t from 'tap'

/** Scenarios that are fast when they are small; `npm run test:faults` runs all of them in full. */
const small = [
  ['simulation', '50'],
  ['store-faults', '4'],
  ['requests', '500', '1'],
  ['rolling', 'sqlite', '2'],
  ['rolling', 'redis', '2'],
  ['rolling', 'postgres', '2']
] as const

for (const [script, ...parameters] of small)
  t.test(`the scenario "${[script, ...parameters].join(' ')}" finds no fault`, async t => {
    const child = spawn(process.execPath, [join(import.meta.dirname, `${script}.js`), ...parameters], {
      env: { ...process.env, TAP_TIMEOUT: '0' },
      stdio: ['ignore', 'pipe', 'inherit']
    })
    let text = ''
    child.stdout.on('data', data => {
      text += data
    })
    const code = await new Promise(resolve => child.once('close', resolve))
    t.equal(code, 0, text)
    t.match(text, /^ {2}\S.*: \d/m, 'it prints figures')
  })
