import t from 'tap'
import { importsIn, type Source, sourcesOf } from './sources.js'

/** The layers of the host, from the bottom up: a file imports from its own layer or from one below, never from one above. */
const layers: readonly (readonly string[])[] = [
  ['base', 'tracing', 'settings.ts', 'deployment.ts', 'entries'],
  ['storage', 'egress', 'mail', 'model'],
  ['config', 'jobs', 'limits', 'usage', 'audit', 'webhooks', 'resilience', 'runs', 'hooks'],
  ['billing', 'accounts', 'oauth'],
  ['products', 'isolation', 'sources'],
  ['execution'],
  ['http', 'mcp', 'operator'],
  ['start', 'cli', 'deploy', 'main.ts', 'cli.ts']
]

/** Workspaces of their own inside the host's folder; they import no file of the host. */
const otherWorkspaces = /^host\/(dashboard|create)\//
const exportedType = /^export (?:declare )?(?:abstract )?(?:interface|type|class|enum) (\w+)/gm

/** What imports what: files or folders, each with those that it imports. */
type Graph = ReadonlyMap<string, ReadonlySet<string>>

const sources = (await sourcesOf('host')).filter(({ path }) => !otherWorkspaces.test(path))
const files = graphOf(sources)

function graphOf(sources: readonly Source[]): Graph {
  const known = new Set(sources.map(({ path }) => path))
  const imported = (source: Source) =>
    importsIn(source)
      .map(({ target }) => target.replace(/\.js$/, '.ts'))
      .filter(target => known.has(target) && target !== source.path)
  return new Map(sources.map(source => [source.path, new Set(imported(source))]))
}

/** The folder or the file directly below `host` that a path is in. */
function part(path: string): string {
  return path.split('/')[1] ?? ''
}

function layerOf(path: string): number {
  return layers.findIndex(parts => parts.includes(part(path)))
}

function folders(files: Graph): Graph {
  const graph = new Map<string, Set<string>>()
  for (const [path, targets] of files) {
    const others = graph.get(part(path)) ?? new Set()
    for (const target of targets) if (part(target) !== part(path)) others.add(part(target))
    graph.set(part(path), others)
  }
  return graph
}

/** One circle of imports for every import that closes one, as the chain of its members; none where the graph has no circle. */
function circles(graph: Graph): readonly string[] {
  const found: string[] = []
  const done = new Set<string>()
  const visit = (node: string, path: readonly string[]) => {
    if (path.includes(node)) found.push([...path.slice(path.indexOf(node)), node].join(' → '))
    if (path.includes(node) || done.has(node)) return
    for (const target of graph.get(node) ?? []) visit(target, [...path, node])
    done.add(node)
  }
  for (const node of graph.keys()) visit(node, [])
  return found
}

t.test('every file of the host is in a layer', async t => {
  t.ok(files.size > 150)
  t.strictSame(
    [...files.keys()].filter(path => layerOf(path) === -1),
    []
  )
})

t.test('no file of the host imports from a layer above its own', async t => {
  const upward = [...files].flatMap(([path, targets]) =>
    [...targets].filter(target => layerOf(target) > layerOf(path)).map(target => `${path} imports ${target}`)
  )
  t.strictSame(upward, [])
})

t.test('no files of the host import each other in a circle', async t => {
  t.strictSame(circles(files), [])
})

t.test('no folders of the host import each other in a circle', async t => {
  t.strictSame(circles(folders(files)), [])
})

t.test('no two files of the host export a type of one name', async t => {
  const places = new Map<string, Set<string>>()
  for (const { path, text } of sources)
    for (const [, name = ''] of text.matchAll(exportedType)) places.set(name, (places.get(name) ?? new Set()).add(path))
  t.ok(places.size > 100)
  const doubled = [...places].filter(([, paths]) => paths.size > 1)
  t.strictSame(
    doubled.map(([name, paths]) => `${name}: ${[...paths].join(', ')}`),
    []
  )
})
