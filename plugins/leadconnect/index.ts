import { defineProduct } from '@product-host/sdk'
import { deliver } from './actions/deliver.js'
import { expire } from './actions/expire.js'
import { inbox } from './actions/inbox.js'
import { ingest } from './actions/ingest.js'
import { resume } from './actions/resume.js'
import { route } from './actions/route.js'
import { checkSettings } from './check-settings.js'
import { webhookEvents } from './delivery/event.js'
import { LeadconnectSettings } from './settings.js'

export default defineProduct({
  slug: 'leadconnect',
  title: 'LeadConnect',
  description:
    'Takes in leads, assigns them to owners by your rules if you ask for it, and delivers them as webhooks, which are retried for three days.',
  version: '1.6.0',
  icon: 'waypoints',
  accent: 195,
  actions: { ingest, route, deliver, resume, expire, inbox },
  settings: LeadconnectSettings,
  checkSettings,
  webhookEvents,
  hooks: {
    form: {
      title: 'A form of a website',
      description:
        'Takes in a lead that a contact form sends: the field "email" is the address, and all fields are the payload.',
      action: 'ingest',
      bodies: ['form', 'json'],
      input: {
        fields: { email: '/email' },
        text: 'payload',
        chosen: ['destination', 'source', 'dedupeHours', 'deliver']
      }
    }
  },
  // The totals count them, and they name each other.
  recordKinds: {
    'lead:': { title: 'Lead', heading: '/email/address', text: '/fields', time: '/updatedAt' },
    'event:': { title: 'Delivery that waits', heading: '/data/email', text: '/destination', time: '/createdAt' },
    'sent:': { title: 'Delivered', heading: '/destination', text: '/type', time: '/state/since' },
    'dead:': { title: 'Delivery that was given up', heading: '/data/email', text: '/destination', time: '/state/since' }
  },
  home: [
    { title: 'Inbox', action: 'inbox', input: {} },
    { title: 'Deliveries that were given up', action: 'route', input: { deliveries: 'dead', limit: 10 } }
  ],
  overview: { action: 'route', input: { dryRun: true } }
})
