import { mkdir, realpath, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { filesOfPlugin } from '../../../../host/dist/isolation/process/visible-files.js'

t.test('a plugin sees its package, the packages that these name, and the links that lead to them', async t => {
  const folder = await realpath(t.testdir({ secret: 'of the host', data: { 'a.csv': '1' } }))
  const install = async (place: string, manifest: object) => {
    await mkdir(join(folder, place), { recursive: true })
    await writeFile(join(folder, place, 'package.json'), JSON.stringify(manifest))
  }
  await install('store/orders', {
    name: '@acme/orders',
    dependencies: { money: '1' },
    peerDependencies: { absent: '1' }
  })
  await install('node_modules/money', { name: 'money', dependencies: { decimal: '1' } })
  await install('node_modules/decimal', { name: 'decimal' })
  await install('node_modules/other', { name: 'other' })
  await mkdir(join(folder, 'node_modules/@acme'))
  await symlink('../../store/orders', join(folder, 'node_modules/@acme/orders'))
  const from = pathToFileURL(join(folder, 'plugins.js')).href
  const { read, write, links } = filesOfPlugin('@acme/orders', from, { read: [join(folder, 'data')], write: [] })
  t.strictSame(
    read.filter(path => path.startsWith(folder)).map(path => path.slice(folder.length + 1)),
    ['store/orders', 'node_modules/money', 'node_modules/decimal', 'data']
  )
  t.ok(read.some(path => path.endsWith('/sdk')))
  t.notOk(read.some(path => path.endsWith('/pino') || path.endsWith('/keyv')))
  t.strictSame(write, [])
  t.equal(links.get(join(folder, 'node_modules/@acme/orders')), '../../store/orders')
})
