import { defineProduct } from '@product-host/sdk'
import { draft_outreach } from './actions/draft_outreach.js'
import { enrich } from './actions/enrich.js'
import { score_lead } from './actions/score_lead.js'

export default defineProduct({
  slug: 'b2b-engine',
  title: 'B2B engine',
  description:
    'Scores leads with every point explained, drafts outreach from what is known, and reads addresses and domains.',
  version: '1.0.0',
  contract: 1,
  actions: { score_lead, draft_outreach, enrich }
})
