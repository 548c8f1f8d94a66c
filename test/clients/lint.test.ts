import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { made, startHost, tool } from './started-host.ts'

test('linters find nothing in the description, and do find what is wrong', async t => {
  const { document } = await startHost(t)
  const wrong = join(made, 'wrong.json')
  await writeFile(
    wrong,
    JSON.stringify({ ...JSON.parse(await readFile(document, 'utf8')), info: { title: 'No version' } })
  )
  const redocly = (file: string) => tool('redocly', ['lint', '--format=stylish', file])
  const spectral = (file: string) => tool('spectral', ['lint', '--fail-severity=hint', file])

  await t.test('redocly lint, its strict recommendations', async () => {
    assert.match(await redocly(document), /Your API description is valid/)
    await assert.rejects(redocly(wrong), /version/)
  })

  await t.test('spectral lint, down to hints', async () => {
    assert.match(await spectral(document), /No results/)
    await assert.rejects(spectral(wrong), /version/)
  })
})
