import { defineProduct } from '@product-host/sdk'
import { alert } from './actions/alert.js'
import { ledger_sync } from './actions/ledger_sync.js'
import { margin_radar } from './actions/margin_radar.js'
import { BudgetAlertData } from './budget.js'
import { groupViews } from './radar/radar.js'
import { checkSettings, WealthnodeSettings } from './settings.js'

/** The ledger and the radar over it. */
export default defineProduct({
  slug: 'wealthnode',
  title: 'Wealthnode',
  description: 'Keeps an exact account of what your language models cost and earn, and shows margin, trend and budget.',
  version: '2.2.0',
  icon: 'coins',
  accent: 85,
  actions: { ledger_sync, margin_radar, alert },
  settings: WealthnodeSettings,
  checkSettings,
  webhookEvents: {
    'budget.threshold_reached': {
      description:
        'The cost of a month reaches 80% or 100% of its budget. If the action `ledger_sync` refuses an entry because it would exceed the budget, that ' +
        'counts as 100%. Sent at most once in a month for each of the two. If both are reached at once, only the one for 100% is sent.',
      data: BudgetAlertData
    }
  },
  // Each entry is a link of the chain, and the sums count it.
  recordKinds: {
    'e:': { title: 'Ledger entry', heading: '/model', time: '/occurredAt' },
    'day:': { title: 'Sums of a day', text: '/totals' },
    'month:': { title: 'Sums of a month' }
  },
  home: [
    { title: 'The last 30 days', action: 'margin_radar', input: { days: 30 } },
    { title: 'By model', action: 'margin_radar', input: { days: 30, groupBy: 'model' }, views: groupViews },
    { title: 'By customer', action: 'margin_radar', input: { days: 30, groupBy: 'customer' }, views: groupViews }
  ],
  overview: { action: 'margin_radar', input: { days: 30 } }
})
