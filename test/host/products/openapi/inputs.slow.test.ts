import type { Product } from '@product-host/sdk'
import { compileInput } from '@product-host/sdk/runtime'
import fc from 'fast-check'
import t from 'tap'
import { nearMissesOf, valuesOf } from '../../../../sdk/dist/testing/arbitrary.js'
import { Interface } from '../../../fixtures/openapi-validator.js'
import { reexport, start } from '../../../fixtures/start-host.js'

const slugs = ['core', 'b2b-engine', 'creator-os', 'wealthnode', 'leadconnect', 'sentinel-lite']
const modules = slugs.map(slug => [slug, `../../plugins/${slug}/dist/index.js`] as const)

/** The host also takes null for a member that may be left out, which the document does not say. */
function withoutNull(value: unknown): boolean {
  if (value === null) return false
  return typeof value !== 'object' || Object.values(value).every(withoutNull)
}

t.test('the document takes the bodies that the host takes, and no other', { timeout: 230_000 }, async t => {
  const plugins = Object.fromEntries(modules.map(([slug, module]) => [`@test/${slug}`, reexport(module, 'default')]))
  const { url } = await start(t, { plugins })
  const described = await Interface.of(url)
  const verdicts = new Set<boolean>()
  for (const [slug, module] of modules) {
    const { actions }: Product = (await import(new URL(`../../${module}`, import.meta.url).href)).default
    for (const [name, { input, internal }] of Object.entries(actions)) {
      if (internal) continue
      const check = compileInput(input)
      const taken = fc.sample(valuesOf(input), { numRuns: 60, seed: 1 })
      const near = fc.sample(nearMissesOf(input), { numRuns: 60, seed: 2 })
      const differing = [...taken, ...near].filter(withoutNull).filter(value => {
        const body = { ...Object(value), action: name }
        const isTaken = check(structuredClone(value)).length === 0
        verdicts.add(isTaken)
        return isTaken !== (described.bodyFaults(`/api/v1/products/${slug}/execute`, body).length === 0)
      })
      t.strictSame(differing, [], `${slug} ${name}`)
    }
  }
  t.equal(verdicts.size, 2, 'some were taken and some were not')
})
