import { readFile } from 'node:fs/promises'
import { Type } from '@product-host/sdk'
import { compileOutput } from '@product-host/sdk/runtime'
import t from 'tap'

const Text = Type.String({ pattern: '^\\S(?:.*\\S)?$' })

const Countries = Type.Object(
  {
    about: Type.Object({ source: Text, countries: Text }, { additionalProperties: false }),
    countries: Type.Record(
      Type.String({ pattern: '^[A-Z]{2}$' }),
      Type.Object(
        {
          alpha3: Type.String({ pattern: '^[A-Z]{3}$' }),
          names: Type.Array(Text, { uniqueItems: true, minItems: 1 })
        },
        { additionalProperties: false }
      )
    )
  },
  { additionalProperties: false }
)

t.test('every country has its codes and names, and none is empty or there twice', async t => {
  const text = await readFile(new URL('../routing/countries.json', import.meta.url), 'utf8')
  t.strictSame(compileOutput(Countries)(JSON.parse(text)), [])
})
