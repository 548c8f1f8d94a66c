import { defineProduct } from '@product-host/sdk'
import { deliver } from './actions/deliver.js'
import { ingest } from './actions/ingest.js'
import { resume } from './actions/resume.js'
import { route } from './actions/route.js'
import { checkSettings } from './settings/check.js'
import { LeadconnectSettings } from './settings/schema.js'

export default defineProduct({
  slug: 'leadconnect',
  title: 'LeadConnect',
  description:
    'Takes leads in, gives them to their owners by rules, and delivers them as signed webhooks that are never lost.',
  version: '1.0.0',
  contract: 1,
  actions: { ingest, route, deliver, resume },
  settings: LeadconnectSettings,
  checkSettings,
  briefing: { action: 'route', input: { dryRun: true } }
})
