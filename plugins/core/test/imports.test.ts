import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path/posix'
import t from 'tap'

const root = new URL('../', import.meta.url)

/** The folders of this product from the top down: what stands further down knows nothing of what stands above it. */
const folders = ['actions', 'plan', 'memory', 'reading']

/** Each source file of this product, by its path, with the files of it that it imports, for types or for more. */
async function importsOfFiles(): Promise<ReadonlyMap<string, readonly string[]>> {
  const below = await Promise.all(
    folders.map(async folder => (await readdir(new URL(folder, root))).map(name => `${folder}/${name}`))
  )
  const files = [...(await readdir(root)), ...below.flat()].filter(name => name.endsWith('.ts'))
  const entries = files.map(async (file): Promise<[string, readonly string[]]> => {
    const source = await readFile(new URL(file, root), 'utf8')
    const targets = [...source.matchAll(/\b(?:from |import\()'(\.[^']+)\.js'/g)]
    return [file, targets.map(([, target = '']) => `${join(dirname(file), target)}.ts`)]
  })
  return new Map(await Promise.all(entries))
}

t.test('no file of this product imports itself by way of others', async t => {
  const imports = await importsOfFiles()
  const settled = new Set<string>()
  const circles: string[] = []
  const follow = (file: string, way: readonly string[]): void => {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' → '))
    if (way.includes(file) || settled.has(file)) return
    for (const target of imports.get(file) ?? []) follow(target, [...way, file])
    settled.add(file)
  }
  for (const file of imports.keys()) follow(file, [])
  t.ok(imports.size > 40)
  t.ok([...imports.values()].flat().every(target => imports.has(target)))
  t.strictSame(circles, [])
})

t.test('a folder imports only from folders below it', async t => {
  const placeOf = (file: string) => folders.indexOf(dirname(file))
  const upwards = [...(await importsOfFiles())].flatMap(([file, targets]) =>
    targets
      .filter(target => placeOf(file) !== -1 && placeOf(target) !== -1 && placeOf(target) < placeOf(file))
      .map(target => `${file} → ${target}`)
  )
  t.strictSame(upwards, [])
})
