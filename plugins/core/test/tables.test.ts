import { readdir, readFile } from 'node:fs/promises'
import { Type } from '@product-host/sdk'
import { compileOutput } from '@product-host/sdk/runtime'
import t from 'tap'
import core from '../dist/index.js'

const folder = new URL('../tables/', import.meta.url)

const names = (await readdir(folder)).sort()

/** A table as a person edits it. */
async function table(name: string) {
  return JSON.parse(await readFile(new URL(name, folder), 'utf8'))
}

t.test('a table says what each of its parts is for', async t => {
  t.ok(names.length > 5)
  for (const name of names) {
    const { about, ...parts } = await table(name)
    if (typeof about === 'string') {
      t.match(about, /\w{3}/, name)
      continue
    }
    const { source, ...described } = about
    t.match(source, /\w{3}/, `${name} names its source`)
    t.strictSame(Object.keys(described).sort(), Object.keys(parts).sort(), name)
  }
})

t.test('a list of words has each once, in lower case, and says what it is for', async t => {
  const { about: _, ...lists } = await table('words.json')
  const { commonWords, slips } = await table('spelling.json')
  const all: [string, { about: string; words: string[] | Record<string, string> }][] = Object.entries({
    ...lists,
    commonWords,
    slips
  })
  for (const [name, list] of all) {
    const words = Object.values(list.words).join(' ').split(' ')
    t.match(list.about, /\w{3}/, name)
    t.strictSame(
      words.filter((word, position) => !/^[a-z0-9’_/]+$/.test(word) || words.indexOf(word) !== position),
      [],
      name
    )
  }
})

t.test('a word of another language has one meaning', async t => {
  const { languages } = await table('languages.json')
  for (const { language, words } of languages) {
    const forms = Object.values<string>(words).join(' ').split(' ')
    t.strictSame(
      forms.filter((form, position) => form === '' || forms.indexOf(form) !== position),
      [],
      language
    )
  }
})

t.test('an action says how people ask for it, each way once', async t => {
  const Text = Type.String({ pattern: '^\\S(?:.*\\S)?$' })
  const phrases = Type.Array(Text, { uniqueItems: true, minItems: 1 })
  const Keyword = Type.String({ pattern: '^[^A-Z\\s]+(?: [^A-Z\\s]+)*$' })
  const intents = Type.Object(
    { phrases, keywords: Type.Array(Keyword, { uniqueItems: true, minItems: 1 }) },
    { additionalProperties: false }
  )
  const schema = Type.Object(
    { source: Text, remember: intents, recall: intents, route: intents, gather: intents, agent: intents },
    { additionalProperties: false }
  )
  const text = await readFile(new URL('../actions/intents.json', folder), 'utf8')
  t.strictSame(compileOutput(schema)(JSON.parse(text)), [])
})

t.test('a member of an input or an answer has a title and a description, each of which an action shows', async t => {
  const { about: _, ...texts } = await table('members.json')
  const Text = Type.String({ minLength: 3 })
  const Texts = Type.Record(Type.String(), Type.Array(Text, { minItems: 2, maxItems: 2 }))
  const schema = Type.Object({ common: Texts, groups: Type.Record(Type.String(), Texts) })
  t.strictSame(compileOutput(schema)(texts), [])
  const shown = JSON.stringify(
    Object.values(core.actions).map(({ input, detail, metrics }) => [input, detail, metrics])
  )
  const all: readonly string[] = [texts.common, ...Object.values(texts.groups)].flatMap(Object.values).flat()
  t.strictSame(
    all.filter(text => !shown.includes(JSON.stringify(text).slice(1, -1))),
    []
  )
})

t.test('a list of phrases holds no expression, has each phrase once, says what it is for, and is used', async t => {
  const { about: _, uses, lists } = await table('phrases.json')
  t.strictSame(Object.keys(uses), Object.keys(lists))
  const Phrases = Type.Array(Type.String({ pattern: "^[a-z0-9'/.:-]+(?: [a-z0-9'/.:-]+)*$" }), {
    uniqueItems: true,
    minItems: 1
  })
  t.strictSame(compileOutput(Type.Record(Type.String(), Phrases))(lists), [])
  const files = ['reading', 'plan'].map(async name => {
    const paths = (await readdir(new URL(`../${name}/`, folder))).filter(path => path.endsWith('.ts'))
    return Promise.all(paths.map(path => readFile(new URL(`../${name}/${path}`, folder), 'utf8')))
  })
  const sources = (await Promise.all(files)).flat().join('')
  t.strictSame(
    Object.keys(lists).filter(name => !sources.includes(`'${name}'`)),
    []
  )
})
