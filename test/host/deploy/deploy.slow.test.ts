import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { secretVariables } from '../../../host/dist/base/environment.js'
import { variables } from '../../../host/dist/base/variables.js'
import { chosenSandbox } from '../../../host/dist/isolation/process/sandbox.js'
import { openStore } from '../../../host/dist/storage/sqlite/open.js'
import { withoutSandbox } from '../../fixtures/bubblewrap.js'
import { dataFolder } from '../../fixtures/host-process.js'
import { operator } from '../../fixtures/operator-cli.js'
import { root } from '../../fixtures/root.js'
import { start } from '../../fixtures/start-host.js'

const read = (name: string) => readFile(join(root, 'host/deploy', name), 'utf8')
const known = new Set<string>([...variables.map(([name]) => name), ...secretVariables.map(name => `${name}_FILE`)])

/** All that a pattern finds in the lines of a file. */
function all(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([, found = '']) => found)
}

t.test('the unit starts what the package ships, with settings that there are, and gives up on a wrong one', async t => {
  const unit = await read('product-host@.service')
  const [started] = all(unit, /^ExecStart=\S+ node_modules\/@product-host\/(\S+) start$/gm)
  t.equal(started, 'host/dist/cli.js')
  const { bin } = JSON.parse(await readFile(join(root, 'host/package.json'), 'utf8'))
  t.equal(`host/${bin['product-host']}`, started)
  const settings = all(unit, /^Environment=(.*)$/gm).flatMap(line => all(line, /(\w+)=/g))
  t.ok(settings.length > 0)
  for (const name of settings) t.ok(known.has(name), name)
  const credentials = all(unit, /^#?LoadCredential=(\w+):\/etc\/product-host\/\1$/gm)
  t.strictSame([...credentials].sort(), secretVariables.map(name => name.toLowerCase()).sort())
  t.match(unit, /^RestartPreventExitStatus=78$/m)
})

t.test('the unit allows what bubblewrap needs, and has no mounts in /proc', { skip: withoutSandbox }, async t => {
  const unit = await read('product-host@.service')
  const { sandbox } = await chosenSandbox()
  const command = sandbox?.command(['true'], { workFolder: '/tmp', read: [], write: [] }, 'none') ?? []
  const unshared = command.flatMap(word => /^--unshare-(\w+)/.exec(word)?.[1] ?? [])
  t.ok(unshared.includes('net'))
  const [namespaces = ''] = all(unit, /^RestrictNamespaces=(.*)$/gm)
  t.strictSame(namespaces.split(' ').sort(), ['mnt', ...unshared].sort())
  t.match(unit, /^SystemCallFilter=@system-service mount umount2 pivot_root sethostname$/m)
  t.match(unit, /^RestrictAddressFamilies=.* AF_NETLINK$/m)
  t.notMatch(unit, /^(ProtectHostname|ProtectKernelLogs|ProtectKernelTunables|ProcSubset|RestrictSUIDSGID)=/m)
})

const hasSystemd = existsSync('/usr/bin/systemd-analyze') && existsSync('/usr/bin/node')

t.test(
  'systemd finds nothing wrong with the unit',
  { skip: !hasSystemd && 'systemd or its Node is missing' },
  async t => {
    const verify = ['verify', join(root, 'host/deploy/product-host@.service')]
    const { status, stderr } = spawnSync('systemd-analyze', verify, { encoding: 'utf8' })
    t.notMatch(stderr, 'product-host@')
    t.equal(status, 0, stderr)
  }
)

t.test('the image has settings that there are, and starts what is there', async t => {
  const image = await read('Containerfile')
  const [settings = ''] = all(image, /^ENV (.*)$/gm)
  for (const name of all(settings, /(\w+)=/g)) t.ok(known.has(name), name)
  const [started = ''] = all(image, /^ENTRYPOINT \["node", "(.*)"\]$/gm)
  t.ok(existsSync(join(root, started)), started)
  const [deployment = ''] = all(settings, /PRODUCT_HOST_CONFIG=(\S+)/g)
  t.ok(existsSync(join(root, deployment)), deployment)
  t.match(image, /^RUN .*apt-get install -y --no-install-recommends bubblewrap /m)
  t.match(image, /cp -r "\$part\/node_modules"/, 'what npm installs beside a single part is part of the image')
})

t.test(
  'the command of the image serves with what its first lines ask for, and passes check',
  { timeout: 230_000 },
  async t => {
    const [settings = ''] = all(await read('Containerfile'), /^ENV (.*)$/gm)
    const image = Object.fromEntries(settings.split(' ').map(setting => setting.split('=')))
    const folder = await dataFolder(t)
    await writeFile(join(folder, 'encryption_keys'), Buffer.alloc(32, 7).toString('base64'))
    const { run } = operator({
      ...image,
      CREDENTIALS_DIRECTORY: folder,
      DATA_DIR: folder,
      HOST: '127.0.0.1',
      PUBLIC_URL: 'https://products.example'
    })
    const { code, out } = await run('check', '--new-store')
    t.match(out, /^good {2}deployment file: 6 plugins, .*; billing: none$/m)
    t.equal(code, 0, out)
    t.match(await run('check'), { code: 78, out: /For a new deployment, start once with --new-store\.$/m })
    t.match(await read('Containerfile'), 'product-host start --new-store')
  }
)

t.test('the balancer lets no more wait inside the hosts than it holds itself', async t => {
  const balancer = await read('haproxy.cfg')
  const [most] = all(balancer, /^global(?:\n +.*)*?\n +maxconn (\d+)$/gm).map(Number)
  const [each] = all(balancer, /^ +default-server .* maxconn (\d+)$/gm).map(Number)
  const hosts = all(balancer, /^ +server (\w+) /gm).length
  t.ok(hosts * Number(each) < Number(most), `${hosts} × ${each} < ${most}`)
  t.match(balancer, /^ {2}timeout queue \d+s$/m)
})

t.test('the format of the balancer’s log has no path as it was sent, but one without secrets', async t => {
  const balancer = await read('haproxy.cfg')
  const [format = ''] = all(balancer, /^ +(?:# )?log-format "(.*)"$/gm)
  t.match(format, '%[var(txn.logged)]')
  t.notMatch(format, /%(\{[^}]*\})?(r|HU|HP|HPO|HQ|hr|hrl)\b/)
  t.match(balancer, /^ +http-request set-var\(txn\.logged\) path,field\(1,\/,3\) if \{ path_beg \/hooks\/ \}$/m)
})

t.test('the dashboard and the alerts ask for nothing that a host does not measure', async t => {
  const store = await openStore(await dataFolder(t), error => {
    throw error
  })
  const { url, call } = await start(t, { store })
  await call('POST', '/api/v1/products/notes/execute', { action: 'latest' }, { Authorization: `Bearer ${demoKey}` })
  const measured = await (await fetch(`${url}/metrics`, { headers: { Connection: 'close' } })).text()
  const names = new Set(all(measured, /^# TYPE (\w+) /gm))
  // Prometheus adds the first two to whatever it reads.
  const labels = new Set(['job', 'instance', ...all(measured, /(\w+)="/g)])
  const { panels, templating } = JSON.parse(await read('grafana.json'))
  const shown = all(JSON.stringify([panels, templating]), /"(?:expr|query)":"((?:[^"\\]|\\.)*)"/g).map(text =>
    JSON.parse(`"${text}"`)
  )
  const watched = all(await read('alerts.yaml'), /^ {8}expr: (>-\n(?: {10}.*\n)+|.*\n)/gm)
  t.ok(shown.length > 20 && watched.length > 20)
  for (const expression of [...shown, ...watched]) {
    for (const name of all(expression, /\b((?:product_host|process)_\w+?)(?:_bucket|_count)?\b(?!")/g))
      t.ok(names.has(name), `${name} in ${expression}`)
    for (const label of all(expression, /(\w+)(?:=~|!=|!~|=)"/g)) t.ok(labels.has(label), `${label} in ${expression}`)
    for (const group of all(expression, /by \(([^)]*)\)/g))
      for (const label of group.split(', ')) t.ok(labels.has(label), `${label} in ${expression}`)
  }
})

t.test('what the manual names is there', async t => {
  const manual = await read('README.md')
  const links = all(manual, /\]\(([^)#]+)/g)
  t.ok(links.length >= 4)
  for (const link of links) t.ok(existsSync(join(root, 'host/deploy', link)), link)
  const compose = new Set(all(await read('compose.yaml'), /\$\{([A-Z_]+)/g))
  for (const name of all(manual, /`([A-Z]+_[A-Z_]+)=?[^`]*`/g)) t.ok(known.has(name) || compose.has(name), name)
  for (const script of all(manual, /`test\/(\S+)\.js`/g)) t.ok(existsSync(join(root, 'test', `${script}.ts`)), script)
})
