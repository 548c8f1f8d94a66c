import { readFileSync, writeFileSync } from 'node:fs'

// Imported into a process before anything else, moves its time by the milliseconds in the file that MOVED_CLOCK names. SIGUSR2
// makes the process read the file again and write what it has read beside it.

const file = process.env.MOVED_CLOCK
if (file === undefined) throw new Error('MOVED_CLOCK names no file.')
let offsetMs = Number(readFileSync(file, 'utf8'))
process.on('SIGUSR2', () => {
  offsetMs = Number(readFileSync(file, 'utf8'))
  writeFileSync(`${file}.read`, String(offsetMs))
})

const RealDate = Date
const now = () => RealDate.now() + offsetMs
globalThis.Date = new Proxy(RealDate, {
  apply: () => new RealDate(now()).toString(),
  construct: (target, values, made) => Reflect.construct(target, values.length === 0 ? [now()] : values, made),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver))
})
