import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { root } from '../fixtures/root.js'

const folders = ['.github', 'host', 'sdk', 'plugins', 'test']
const documents = ['README.md', ...folders.flatMap(documentsIn)]
const mostLines = 400

function documentsIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.md') && !/(^|\/)(node_modules|dist|dist-test)\//.test(path))
    .map(path => join(folder, path))
}

/** A document without its blocks of code. */
function prose(path: string): string {
  return readFileSync(join(root, path), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '')
}

/** The anchors of the headings of a document, as GitHub makes them. */
function anchors(path: string): ReadonlySet<string> {
  const headings = [...prose(path).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title)
  const plain = headings.map(title => title.toLowerCase().replaceAll(/[^\p{L}\p{N} _-]/gu, ''))
  return new Set(plain.map(title => title.replaceAll(' ', '-')))
}

t.test('every link of every document leads to a file and a heading that exist', async t => {
  let count = 0
  for (const path of documents)
    for (const [, target = ''] of prose(path).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue
      const [file = '', anchor] = target.split('#')
      const place = file === '' ? path : join(dirname(path), file)
      t.ok(existsSync(join(root, place)), `${path}: ${target}`)
      if (anchor !== undefined) t.ok(anchors(place).has(anchor), `${path}: ${target}`)
      count++
    }
  t.ok(count > 100, `${count} links`)
})

t.test('every source file that a document names exists', async t => {
  let count = 0
  for (const path of documents)
    for (const [, file = ''] of prose(path).matchAll(
      /`((?:host|sdk|plugins|test|tables|text|routing)\/[\w./-]+\.(?:ts|tsx|md|json|css))`/g
    )) {
      const [folder = ''] = /^(?:plugins\/[^/]+|[^/]+)/.exec(path) ?? []
      // Named from the root, or from the folder of the document's package.
      t.ok(existsSync(join(root, file)) || existsSync(join(root, folder, file)), `${path}: ${file}`)
      count++
    }
  t.ok(count > 150, `${count} files`)
})

t.test(`no page of the manuals has more than ${mostLines} lines`, async t => {
  for (const path of documents.filter(each => /^(README\.md|(host|sdk)\/(docs\/|README))/.test(each)))
    t.ok(readFileSync(join(root, path), 'utf8').split('\n').length <= mostLines + 1, path)
})
