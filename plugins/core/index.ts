import { defineProduct } from '@product-host/sdk'
import { agent } from './actions/agent.js'
import { gather } from './actions/gather.js'
import { recall } from './actions/recall.js'
import { remember } from './actions/remember.js'
import { route } from './actions/route.js'
import { Quota } from './memory/quota.js'
import { Recounts } from './memory/recounts.js'
import { own } from './own.js'
import { TargetIndexes } from './routing/target-indexes.js'
import { SearchIndexes } from './search/search-indexes.js'
import { Slices } from './work/slices.js'

export default defineProduct({
  slug: own.slug,
  title: 'Core',
  description:
    'A memory of your own: remember what matters under a key, and recall it by key, by words or by time. And the way to every ' +
    'other product in plain words.',
  version: '1.0.0',
  contract: 1,
  actions: { remember, recall, route, gather, agent },
  options: Quota,
  services: [Slices, Recounts, SearchIndexes, TargetIndexes],
  briefing: { action: 'recall', input: { limit: 10 } }
})
