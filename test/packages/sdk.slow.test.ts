import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { root } from '../fixtures/root.js'
import { emptyFolder, npm } from '../fixtures/run-npm.js'

t.test(
  'the tarball holds what the exports name, the manual and the licence, and nothing that only a build needs',
  async t => {
    const folder = await emptyFolder(t)
    const [{ files }] = JSON.parse(await npm(folder, 'pack', join(root, 'sdk'), '--dry-run', '--json'))
    const paths: string[] = files.map((file: { path: string }) => file.path)
    const manifest = JSON.parse(await readFile(join(root, 'sdk/package.json'), 'utf8'))
    for (const target of Object.values<string | Record<string, string>>(manifest.exports).flatMap(each =>
      typeof each === 'string' ? [each] : Object.values(each)
    ))
      t.ok(paths.includes(target.replace('./', '')), target)
    for (const path of ['README.md', 'LICENSE', 'CHANGELOG.md', 'docs/actions.md']) t.ok(paths.includes(path), path)
    t.strictSame(
      paths.filter(
        path =>
          !/\.(js|d\.ts)$|^dist\/runtime\/[a-z-]+\.json$|^(README\.md|CHANGELOG\.md|docs\/[a-z]+\.md|LICENSE|package\.json)$/.test(
            path
          )
      ),
      []
    )
    t.strictSame(manifest.publishConfig, { access: 'public', provenance: true })
  }
)
