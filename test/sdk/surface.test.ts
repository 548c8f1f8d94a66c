import * as sdk from '@product-host/sdk'
import * as addresses from '@product-host/sdk/addresses'
import * as testing from '@product-host/sdk/testing'
import t from 'tap'

t.test('what authors import is what was decided', async t => {
  t.strictSame(Object.keys(sdk).sort(), [
    'CLOCK',
    'CONTRACT',
    'ConfirmationRequired',
    'EGRESS',
    'EgressError',
    'InvalidInput',
    'JOBS',
    'LOGGER',
    'MODEL',
    'ModelError',
    'OPTIONS',
    'PRODUCTS',
    'ProductError',
    'SCHEDULES',
    'SETTINGS',
    'STORAGE',
    'Token',
    'Type',
    'WEBHOOKS',
    'defineAction',
    'defineProduct',
    'inject',
    'injectable',
    'productsOf',
    'webhookErrors'
  ])
  t.strictSame(Object.keys(addresses).sort(), [
    'asciiDomain',
    'mailboxDomains',
    'mailboxOf',
    'readAddress',
    'unicodeDomain'
  ])
  t.strictSame(Object.keys(testing).sort(), ['conform', 'makeSamples', 'missingTitles', 'testContext'])
})
