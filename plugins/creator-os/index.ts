import { defineProduct } from '@product-host/sdk'
import { brief } from './actions/brief.js'
import { schedule } from './actions/schedule.js'
import { synthesize } from './actions/synthesize.js'

/** Creator OS: briefs, texts that fit their platform, and a posting plan. */
export default defineProduct({
  slug: 'creator-os',
  title: 'Creator OS',
  description: 'Briefs, posts that fit their platform, and a posting plan.',
  version: '1.0.0',
  contract: 1,
  actions: { brief, synthesize, schedule }
})
