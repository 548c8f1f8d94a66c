import { dirname } from 'node:path'
import t from 'tap'
import { type Source, sourcesOf } from './sources.js'

const mostLines = 400
const mostFiles = 20
const longestLine = 160

const isTest = /^plugins\/[^/]+\/test\//
const sources = (await Promise.all(['host', 'sdk', 'plugins'].map(folder => sourcesOf(folder))))
  .flat()
  .filter(({ path }) => !isTest.test(path))

function lines({ text }: Source): number {
  return text.trimEnd().split('\n').length
}

t.test(`a source file has at most ${mostLines} lines`, async t => {
  t.ok(sources.length > 400)
  const long = sources.filter(source => lines(source) > mostLines).map(({ path }) => path)
  t.strictSame(long, [])
})

t.test(`a folder of the host has at most ${mostFiles} source files`, async t => {
  const counts = new Map<string, number>()
  for (const { path } of sources.filter(({ path }) => path.startsWith('host/')))
    counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  t.ok(counts.size > 30)
  t.strictSame(
    [...counts].filter(([, count]) => count > mostFiles),
    []
  )
})

t.test(`no line of TypeScript has more than ${longestLine} characters`, async t => {
  const folders = ['host', 'sdk', 'plugins', 'test']
  const all = (await Promise.all(folders.map(folder => sourcesOf(folder, /\.ts$/)))).flat()
  const long = all.flatMap(({ path, text }) =>
    text
      .split('\n')
      .map((line, index) => ({ line, place: `${path}:${index + 1}` }))
      .filter(({ line }) => line.length > longestLine)
  )
  t.strictSame(
    long.map(({ place }) => place),
    []
  )
})
