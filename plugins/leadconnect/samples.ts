/** How the sample answers and webhooks of this product are made: an account with a destination, a pool and a rule. */
export const scenario = {
  settings: {
    'destination.crm.url': 'https://crm.example.com/leads',
    'destination.crm.secret': `whsec_${'A'.repeat(43)}=`,
    'pool.uk.members': 'priya:2,tom:1',
    'rule.1.when': 'country=GB',
    'rule.1.to': 'pool:uk',
    'owner.priya.destination': 'crm',
    'owner.tom.destination': 'crm'
  },
  egress: { request: () => ({ status: 204 }) },
  calls: [
    {
      action: 'ingest',
      input: { email: 'sam@initech.example', destination: 'inbox', payload: '{"name":"Sam Hill","country":"GB"}' }
    },
    { action: 'route', input: { deliver: true } }
  ]
}
