import { defineProduct } from '@product-host/sdk'
import { recall } from './actions/recall.js'
import { remember } from './actions/remember.js'
import { Quota } from './memory/quota.js'
import { Recounts } from './memory/recounts.js'
import { SearchIndexes } from './search/search-indexes.js'
import { Slices } from './work/slices.js'

export default defineProduct({
  slug: 'core',
  title: 'Core',
  description: 'A memory of your own: remember what matters under a key, and recall it by key, by words or by time.',
  version: '1.0.0',
  contract: 1,
  actions: { remember, recall },
  options: Quota,
  services: [Slices, Recounts, SearchIndexes],
  briefing: { action: 'recall', input: { limit: 10 } }
})
