import { defineProduct } from '@product-host/sdk'
import { draft_outreach } from './actions/draft_outreach.js'
import { enrich } from './actions/enrich.js'
import { score_lead } from './actions/score_lead.js'
import { scored_leads } from './actions/scored_leads.js'

export default defineProduct({
  slug: 'b2b-engine',
  title: 'B2B engine',
  description:
    'Scores leads and explains every point, drafts outreach from what is known, and tells what an e-mail address or a domain reveals about its owner.',
  version: '1.6.0',
  icon: 'target',
  accent: 40,
  actions: { score_lead, draft_outreach, enrich, scored_leads },
  home: [{ action: 'scored_leads', input: {} }],
  // The lists of names beside them skip a name whose record is gone.
  recordKinds: {
    'lead:': { title: 'Lead', heading: '/company', text: '/signals', time: '/scores/0/at', deletion: 'alone' },
    'draft:': { title: 'Drafts for a company', time: '/0/at', deletion: 'alone' }
  }
})
