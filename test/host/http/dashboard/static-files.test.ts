import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import t from 'tap'
import { readStaticFiles } from '../../../../host/dist/http/dashboard/static-files.js'
import { start } from '../../../fixtures/start-host.js'

t.test('the pages of the dashboard are the built one, asked for again each time', async t => {
  const { url } = await start(t)
  const reference = '/developers/products/notes/add'
  for (const path of [
    '/',
    '/developers',
    reference,
    '/sign-in',
    '/products/notes',
    '/products/notes/config',
    '/billing'
  ]) {
    const answer = await fetch(url + path, { headers: { Connection: 'close' } })
    t.equal(answer.status, 200, path)
    t.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8')
    t.equal(answer.headers.get('cache-control'), 'no-cache')
    t.match(await answer.text(), /<div id="app">/)
  }
  const first = await fetch(url, { headers: { Connection: 'close' } })
  const etag = first.headers.get('etag') ?? ''
  const again = await fetch(url, { headers: { Connection: 'close', 'If-None-Match': etag } })
  t.equal(again.status, 304)
  await first.body?.cancel()
})

t.test('what a page loads is named by its content, kept for ever, compressed, and the same by HEAD', async t => {
  const { url } = await start(t)
  const page = await (await fetch(url, { headers: { Connection: 'close' } })).text()
  const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(page) ?? []
  const plain = await fetch(url + script, { headers: { Connection: 'close', 'Accept-Encoding': 'identity' } })
  const text = await plain.text()
  t.equal(plain.headers.get('content-type'), 'text/javascript; charset=utf-8')
  t.equal(plain.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  const head = await fetch(url + script, {
    method: 'HEAD',
    headers: { Connection: 'close', 'Accept-Encoding': 'identity' }
  })
  t.equal(head.headers.get('content-length'), String(Buffer.byteLength(text)))
  t.equal(await head.text(), '')
  const zipped = await fetch(url + script, {
    method: 'HEAD',
    headers: { Connection: 'close', 'Accept-Encoding': 'gzip' }
  })
  t.equal(zipped.headers.get('content-encoding'), 'gzip')
  t.ok(Number(zipped.headers.get('content-length')) < text.length / 2)
  const smallest = await fetch(url + script, {
    headers: { Connection: 'close', 'Accept-Encoding': 'gzip, deflate, br' }
  })
  t.equal(smallest.headers.get('content-encoding'), 'br', 'as Brotli, which the build has made')
  t.ok(Number(smallest.headers.get('content-length')) < Number(zipped.headers.get('content-length')))
  t.equal(await smallest.text(), text)
})

t.test('the first page is under 200 KiB, compressed', async t => {
  const { url } = await start(t)
  const page = await (await fetch(url, { headers: { Connection: 'close' } })).text()
  const files = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file)
  t.ok(files.length >= 2)
  const sizes = await Promise.all(
    files.map(async file => {
      const answer = await fetch(url + file, {
        method: 'HEAD',
        headers: { 'Accept-Encoding': 'gzip', Connection: 'close' }
      })
      return Number(answer.headers.get('content-length'))
    })
  )
  t.ok(sizes.reduce((sum, size) => sum + size, 0) < 200 * 1024, `${sizes.join(' + ')} bytes`)
})

t.test('no page may run what stands inside it, nor load from elsewhere', async t => {
  const { url } = await start(t)
  const answer = await fetch(url, { headers: { Connection: 'close' } })
  const policy = answer.headers.get('content-security-policy') ?? ''
  t.match(policy, /script-src 'self'(;|$)/)
  t.match(policy, /style-src 'self'(;|$)/)
  t.notMatch(policy, /unsafe|https:|\*/)
  t.notMatch(await answer.text(), /<script(?![^>]*\ssrc=)|<style|\son\w+=|\sstyle=/)
})

t.test('an address that is none has a page for people and a problem for programs', async t => {
  const { url, call } = await start(t)
  const wanted = async (path: string, accept: string) =>
    fetch(url + path, { headers: { Connection: 'close', Accept: accept } })
  const page = await wanted('/nowhere', 'text/html,*/*')
  t.equal(page.status, 404)
  t.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
  await page.body?.cancel()
  for (const path of ['/api/v1/nowhere', '/dashboard/api/nowhere', '/assets/nowhere.js']) {
    const answer = await wanted(path, 'text/html')
    t.equal(answer.status, 404, path)
    t.match(await answer.json(), { code: 'not_found' })
  }
  t.match(await call('GET', '/nowhere'), { status: 404, body: { code: 'not_found' } })
  t.match(await call('GET', '/assets/..%2F..%2Fpackage.json'), { status: 404, body: { code: 'not_found' } })
  t.match(await call('POST', '/'), { status: 405, body: { code: 'method_not_allowed' } })
})

t.test('an address with a slash at its end leads people to the page, on this host alone', async t => {
  const { url } = await start(t)
  const answer = (path: string) =>
    fetch(url + path, { redirect: 'manual', headers: { Connection: 'close', Accept: 'text/html' } })
  const page = await answer('/developers/guides/errors/?from=a')
  t.equal(page.status, 308)
  t.equal(page.headers.get('location'), '/developers/guides/errors?from=a')
  for (const path of ['//evil.example/', '/%2f/evil.example/', '/api/v1/products/']) {
    const other = await answer(path)
    t.equal(other.status, 404, path)
    t.equal(other.headers.get('location'), null)
    await other.body?.cancel()
  }
})

t.test('the demo key is told in the demo alone, and stands in no file', async t => {
  const { demoKey } = await import('../../../../host/dist/accounts/keys/demo-key.js')
  const demo = await start(t)
  t.match((await demo.call('GET', '/dashboard/api/site')).body, {
    demoKey,
    sendsMail: false,
    hasTrial: false,
    limits: { key: { requests: 500, seconds: 10 }, atOnce: 128, bodyBytes: 262_144 },
    problems: [{ code: 'malformed_json', status: 400, title: String, isOfApi: true }]
  })
  const { problems } = (await demo.call('GET', '/dashboard/api/site')).body
  const others = problems.filter((problem: { isOfApi: boolean }) => !problem.isOfApi)
  t.ok(others.some(({ code }: { code: string }) => code === 'session_required'))
  t.notOk(others.some(({ code }: { code: string }) => code === 'invalid_input'))
  const paid = await start(t, { deployment: { billing: 'stripe' } })
  t.equal((await paid.call('GET', '/dashboard/api/site')).body.hasTrial, true)
  const real = await start(t, { environment: { DEMO_MODE: 'off' } })
  t.equal((await real.call('GET', '/dashboard/api/site')).body.demoKey, null)
  const files = await readStaticFiles()
  t.ok(files.size > 3)
  for (const [name, { bytes }] of files) t.notOk(bytes.includes(demoKey), name)
})

t.test('a build is read as it lies there, and none is no fault', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'product-host-site-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  t.equal((await readStaticFiles(join(folder, 'none'))).size, 0)
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'assets/a.js'), 'let a = 1')
  const file = (await readStaticFiles(folder)).get('assets/a.js')
  t.equal(file?.type, 'text/javascript; charset=utf-8')
  t.equal(file && gunzipSync(await file.zipped()).toString(), 'let a = 1')
})
