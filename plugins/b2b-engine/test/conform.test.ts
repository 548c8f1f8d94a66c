import { EgressError } from '@product-host/sdk'
import { conform } from '@product-host/sdk/testing'
import t from 'tap'
import product from '../dist/index.js'

t.test('the product keeps its contract with the host', () => conform(product))

t.test('it does so with name servers that answer', () =>
  conform(product, {
    runs: 60,
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
    runs: 60,
    model: {
      ask: () => ({ messages: [{ subject: 'A short note', text: 'Would you like to see it?', short: 'See it?' }] })
    }
  })
)
