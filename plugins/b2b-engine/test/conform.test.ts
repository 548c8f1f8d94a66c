import { EgressError } from '@product-host/sdk'
import { conform } from '@product-host/sdk/testing'
import t from 'tap'
import product from '../dist/index.js'

/** Other inputs in each run; a fault is reported with the input that shows it. */
const fewer = { runs: 60, seed: Math.floor(Math.random() * 2 ** 31) }

t.test('the product keeps its contract with the host', () => conform(product, fewer))

t.test('it does so with name servers that answer', () =>
  conform(product, {
    ...fewer,
    egress: {
      resolve(name, kind) {
        if (name.length % 3 === 0) throw new EgressError('timeout', 'No answer.')
        const records = {
          A: [],
          AAAA: [],
          CNAME: [],
          NS: [],
          MX: [{ priority: 10, exchange: 'aspmx.l.google.com' }],
          TXT: ['v=spf1 include:sendgrid.net -all']
        }
        return records[kind]
      }
    }
  })
)

t.test('it does so with a model that answers', () =>
  conform(product, {
    ...fewer,
    model: {
      ask: () => ({ messages: [{ subject: 'A short note', text: 'Would you like to see it?', short: 'See it?' }] })
    }
  })
)
