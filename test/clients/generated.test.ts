import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { here, made, type StartedHost, startHost, tool } from './started-host.ts'

/** How each tool is asked for a client; what it makes lies in `.made` under the tool's name. */
const generators = {
  'openapi-typescript': ({ document }: StartedHost) =>
    tool('openapi-typescript', [document, '--default-non-nullable=false', '-o', join(made, 'openapi-typescript.ts')]),
  'hey-api': ({ document }: StartedHost) =>
    tool('openapi-ts', ['-i', document, '-o', join(made, 'hey-api'), '--no-log-file']),
  orval: () => tool('orval', ['--config', join(here, 'orval.config.ts')])
}

test('generated clients compile, and make a call', async t => {
  await rm(made, { recursive: true, force: true })
  const host = await startHost(t)
  for (const [name, generate] of Object.entries(generators))
    await t.test(name, async () => {
      await generate(host)
      const project = join(made, `${name}.json`)
      await writeFile(project, JSON.stringify({ extends: '../uses/tsconfig.json', files: [`../uses/${name}.ts`] }))
      await tool('tsc', ['-p', project])
      const use = await import(join(made, `built/uses/${name}.js`))
      assert.deepEqual(await use.rememberAndRecall(host.url, host.key), { recalled: name, refusal: 'invalid_input' })
    })
})
