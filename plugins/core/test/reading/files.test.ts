import { readdir, readFile } from 'node:fs/promises'
import t from 'tap'
import { dateFor } from '../../dist/reading/dates.js'
import { fieldsOf } from '../../dist/reading/fields.js'

/** The rows of the README's table of files: each file with what it reads, for example. */
async function rows(): Promise<ReadonlyMap<string, string>> {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
  const [, table = ''] = readme.split('### Reading\n')
  const [lines = ''] = table.split('\n## ')
  const cells = [...lines.matchAll(/^\| (`.+?`) \|.*\| (.*?) ?\|$/gmu)]
  return new Map(
    cells.flatMap(([, files = '', example = '']) =>
      Array.from(files.matchAll(/`(.+?)`/gu), ([, file = '']): [string, string] => [file, example])
    )
  )
}

t.test('the README names every file that reads, and no other', async t => {
  const files = (await readdir(new URL('../../reading/', import.meta.url))).filter(name => name.endsWith('.ts'))
  const training = ['train-shipped.ts', 'training-thread.ts']
  t.strictSame([...(await rows()).keys()].toSorted(), files.filter(name => !training.includes(name)).toSorted())
})

t.test('what the README gives as an example is read by the file that it names', async t => {
  const [date] = fieldsOf({ properties: { date: { type: 'string', format: 'date' } } })
  const readers: Readonly<Record<string, (module: Record<string, (text: string) => unknown>) => unknown>> = {
    tomorrow: () => date && dateFor(date, 'do it tomorrow', Date.parse('2026-11-27T09:00:00Z'))?.value,
    'tomorrow at 9': ({ timingSpans }) => timingSpans?.('do it tomorrow at 9'),
    '£1,200': ({ moneyIn }) => moneyIn?.('it costs £1,200'),
    "don't": ({ withoutNegation }) => withoutNegation?.("don't book it")
  }
  const found = new Map<string, unknown>()
  for (const [file, example] of await rows()) {
    const module = await import(`../../dist/reading/${file.replace(/ts$/u, 'js')}`)
    for (const [, text = ''] of example.matchAll(/"(.+?)"/gu)) if (readers[text]) found.set(text, readers[text](module))
  }
  t.match(found.get('tomorrow'), '2026-11-28')
  t.strictSame(found.get('tomorrow at 9'), [{ from: 15, to: 19 }])
  t.match(found.get('£1,200'), [{ text: '£1,200', currency: 'GBP', amount: { digits: 1200n * 10n ** 30n, scale: 30 } }])
  t.strictSame(found.get("don't"), { text: 'book it', isNegated: true })
})
