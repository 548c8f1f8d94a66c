import t from 'tap'
import leadconnect from '../dist/index.js'

/** The descriptions in a schema, at any depth. */
function descriptionsIn(schema: unknown): readonly string[] {
  const { properties, patternProperties, description } = Object(schema)
  const members = [properties, patternProperties].flatMap(each => Object.values(Object(each)))
  return [...(typeof description === 'string' ? [description] : []), ...members.flatMap(descriptionsIn)]
}

t.test('descriptions of fields and settings use words, not the names and values of programs', async t => {
  const { ingest, route } = leadconnect.actions
  const texts = [ingest.input, route.input, leadconnect.settings].flatMap(descriptionsIn)
  t.ok(texts.length > 40, `${texts.length} descriptions`)
  t.strictSame(
    texts.filter(text => /`|\b(True|False) |dedupeHours|dryRun|allowHttp/.test(text)),
    []
  )
})
