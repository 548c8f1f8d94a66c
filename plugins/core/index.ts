import { defineProduct } from '@product-host/sdk'
import { agent } from './actions/agent.js'
import { gather } from './actions/gather.js'
import { recall } from './actions/recall.js'
import { remember } from './actions/remember.js'
import { route } from './actions/route.js'
import { own } from './calls.js'
import { SearchIndexes } from './memory/search-indexes.js'
import { Quota, Recounts } from './memory/usage.js'
import { ActionIndexes } from './reading/router.js'
import { Slices } from './slices.js'

export default defineProduct({
  slug: own.slug,
  title: 'Core',
  description:
    'Stores what you want remembered, and finds it by key, by words or by time. It also takes a request in plain words, and ' +
    'picks the product for it.',
  version: '2.17.0',
  icon: 'brain',
  accent: 265,
  actions: { remember, recall, route, gather, agent },
  options: Quota,
  services: [Slices, Recounts, SearchIndexes, ActionIndexes],
  recordKinds: {
    'mem:': {
      title: 'Memory',
      heading: '/key',
      text: '/value',
      time: '/updatedAt',
      deletion: { action: 'remember', input: { mode: 'forget' }, member: 'key' }
    },
    // Nothing reads a run again, and the list beside them skips one that is gone.
    'run:': { title: 'Agent run', heading: '/goal', time: '/at', deletion: 'alone' }
  },
  home: [{ title: 'Newest memories', action: 'recall', input: { limit: 20 } }],
  overview: { action: 'recall', input: { limit: 10 } }
})
