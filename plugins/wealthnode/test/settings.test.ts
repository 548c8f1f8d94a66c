import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import wealthnode from '../dist/index.js'

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
const { configure } = testContext(wealthnode)

t.test('settings that make sense are taken', async () => {
  configure({})
  const all = {
    currency: 'GBP',
    resalePer1kGbp: '0.0025',
    targetMarginPct: '62.5',
    floorMarginPct: '62.5',
    monthlyBudgetGbp: '100',
    'budget.mode': 'block',
    timezone: 'America/New_York',
    anomalyZ: '5',
    'alert.url': 'https://receiver.example/hook?x=1',
    'alert.secret': secret
  }
  configure(all)
})

for (const [name, value, detail] of [
  ['currency', 'EUR', 'is not "GBP"'],
  ['resalePer1kGbp', '1,5', /pattern/],
  ['resalePer1kGbp', '-1', /pattern/],
  ['resalePer1kGbp', '10001', 'is not from 0 to 10000'],
  ['targetMarginPct', '101', 'is not from 0 to 100'],
  ['floorMarginPct', '60.000000001', 'is above the target margin'],
  ['monthlyBudgetGbp', '0', 'is not from 0.01 to 999999999'],
  ['anomalyZ', '0.5', 'is not from 1 to 100'],
  ['budget.mode', 'stop', /"warn", "block"/],
  ['timezone', 'Europe/Londn', 'is not a known time zone'],
  ['timezone', '', 'is not a known time zone']
] as const)
  t.test(`${name} cannot be "${value}"`, async t => {
    t.throws(() => configure({ [name]: value }), {
      name: 'InvalidInput',
      issues: [{ pointer: `#/settings/${name}`, detail }]
    })
  })

for (const url of ['receiver.example', 'ftp://receiver.example', 'https://me:pass@receiver.example/', 'javascript:1'])
  t.test(`alert.url cannot be ${url}`, async t => {
    t.throws(() => configure({ 'alert.url': url, 'alert.secret': secret }), {
      name: 'InvalidInput',
      issues: [{ pointer: '#/settings/alert.url', detail: 'is not a web address' }]
    })
  })

for (const [why, value] of [
  ['without its prefix', secret.slice(6)],
  ['of 23 bytes', `whsec_${Buffer.alloc(23, 7).toString('base64')}`],
  ['of 65 bytes', `whsec_${Buffer.alloc(65, 7).toString('base64')}`],
  ['that is not base64', `${secret.slice(0, -1)}*`],
  ['with stray bits', `whsec_${Buffer.alloc(25, 7).toString('base64').replace('Bw==', 'Bx==')}`]
] as const)
  t.test(`alert.secret cannot be one ${why}`, async t => {
    t.throws(() => configure({ 'alert.secret': value }), {
      name: 'InvalidInput',
      issues: [{ pointer: '#/settings/alert.secret', detail: 'is not a signing secret' }]
    })
  })

t.test('an address for alerts needs a secret to sign them with', async t => {
  t.throws(() => configure({ 'alert.url': 'https://receiver.example' }), {
    name: 'InvalidInput',
    issues: [{ pointer: '#/settings/alert.secret', detail: 'is missing' }]
  })
})

t.test('the secret is written only, and sent to the address', async t => {
  t.match(wealthnode.settings?.properties['alert.secret'], { writeOnly: true, sentTo: 'alert.url' })
})
