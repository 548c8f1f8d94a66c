import { defineProduct } from '@product-host/sdk'
import { brief } from './actions/brief.js'
import { planned_posts } from './actions/planned_posts.js'
import { schedule } from './actions/schedule.js'
import { synthesize } from './actions/synthesize.js'

/** Creator OS: briefs, texts that fit their platform, and a posting plan. */
export default defineProduct({
  slug: 'creator-os',
  title: 'Creator OS',
  description: 'Prepares texts, writes posts that fit their platform, and plans when to post them.',
  version: '2.1.0',
  icon: 'feather',
  accent: 330,
  actions: { brief, synthesize, schedule, planned_posts },
  home: [{ action: 'planned_posts', input: {} }],
  recordKinds: {
    // Nothing reads a brief again; the plan names the drafts.
    'brief:': { title: 'Brief', heading: '/topic', time: '/at', deletion: 'alone' },
    'draft:': { title: 'Draft', heading: '/topic', text: '/posts', time: '/at' },
    plan: { title: 'Posting plan' },
    'perf:': { title: 'Results on a platform' }
  }
})
