import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import leadconnect from '../dist/index.js'

// Without a reference of types, so that neither product is built before the other.
const { default: engine } = await import(`@product-host/${'b2b-engine'}`)

t.test('b2b-engine reads every address as this product does', async t => {
  const addresses = [
    'jane@acme.com',
    ' Jane.Doe+news@ACME.com. ',
    'Jane Doe <jane@acme.com>',
    'mailto:jane@acme.com?subject=Hello',
    '"Doe, Jane" <j.d.o.e@googlemail.com>',
    'jane+sales@me.com',
    'jane@mail.acme.co.uk',
    'jane@a.onmicrosoft.com',
    'jane@b.mail.onmicrosoft.com',
    'jane@jane.fastmail.com',
    'jane@münchen.de',
    'почта@почта.рф',
    'jane@privaterelay.appleid.com',
    `${'Jane '.repeat(97)}<jane@acme.com>`,
    `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.com`,
    `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(58)}.com`,
    'jane',
    'jane@acme',
    'jane@acme.com, bob@acme.com'
  ]
  for (const email of addresses) {
    const here = await testContext(leadconnect)
      .run('ingest', { email, destination: 'inbox', payload: '{}' })
      .then(({ detail }) => detail.email)
      .catch(() => undefined)
    const { subjects } = (await testContext(engine).run('enrich', { email })).detail as { subjects: unknown[] }
    t.match(
      subjects[0],
      here
        ? {
            email: {
              address: here.address,
              canonical: here.canonical,
              ...(here.cleaned && { cleaned: here.cleaned })
            }
          }
        : { email: { class: 'invalid' } },
      email
    )
  }
})
