import { defineProduct } from '@product-host/sdk'
import { alert } from './actions/alert.js'
import { ledger_sync } from './actions/ledger_sync.js'
import { margin_radar } from './actions/margin_radar.js'
import { checkSettings } from './check-settings.js'
import { WealthnodeSettings } from './settings.js'

/** The ledger and the radar over it. */
export default defineProduct({
  slug: 'wealthnode',
  title: 'Wealthnode',
  description: 'An exact ledger of what language models cost and earn, and a radar over its margin, trend and budget.',
  version: '1.0.0',
  contract: 1,
  actions: { ledger_sync, margin_radar, alert },
  settings: WealthnodeSettings,
  checkSettings,
  briefing: { action: 'margin_radar', input: { days: 30 } }
})
