import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { root } from '../fixtures/root.js'

const folder = join(root, '.github/workflows')
const texts = new Map(
  await Promise.all(
    (await readdir(folder)).map(async name => [name, await readFile(join(folder, name), 'utf8')] as const)
  )
)

t.test('every action of a workflow is pinned to a commit, with the version that it is', async t => {
  for (const [name, text] of texts)
    for (const [line, used = ''] of text.matchAll(/^ *(?:- )?uses: (\S+).*$/gm))
      t.match(line, used.startsWith('./') ? /\.yml$/ : /@[0-9a-f]{40} # v\d+\.\d+\.\d+$/, `${name}: ${line}`)
})

t.test('every workflow may only read, but for jobs that say what they write, and every job ends', async t => {
  for (const [name, text] of texts) {
    const { permissions, jobs } = parse(text)
    t.strictSame(permissions, { contents: 'read' }, name)
    for (const [job, about] of Object.entries<Record<string, unknown>>(jobs))
      t.ok(about.uses !== undefined || Number(about['timeout-minutes']) > 0, `${name}: ${job}`)
  }
})

t.test(
  'changes are tested on the oldest Node that the packages allow, on that of the image, and on the newest',
  async t => {
    const { jobs } = parse(texts.get('ci.yml') ?? '')
    const { engines } = JSON.parse(await readFile(join(root, 'host/package.json'), 'utf8'))
    const [, oldest] = /^>=(\d+\.\d+)\.0$/.exec(engines.node) ?? []
    const [, image] =
      /^FROM \S+node:(\d+)-/m.exec(await readFile(join(root, 'host/deploy/Containerfile'), 'utf8')) ?? []
    const [, first, last] =
      /^for version in (\S+) (\S+); do$/m.exec(await readFile(join(root, '.ci/run'), 'utf8')) ?? []
    t.equal(oldest, first)
    t.strictSame(jobs.packages.strategy.matrix.node, [oldest, image, last])
  }
)

t.test('a tag publishes every package', async t => {
  const { jobs } = parse(texts.get('release.yml') ?? '')
  const { workspaces } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const [, listed = ''] = /for place in (.*); do/.exec(JSON.stringify(jobs.npm.steps)) ?? []
  t.strictSame(
    listed
      .split(' ')
      .map(place => place.replace(/\/$/, ''))
      .sort(),
    workspaces.filter((place: string) => place !== 'host/dashboard').sort()
  )
})
