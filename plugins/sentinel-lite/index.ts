import { defineProduct } from '@product-host/sdk'
import { heartbeat } from './actions/heartbeat.js'
import { lookAtHeartbeat } from './actions/look_at_heartbeat.js'
import { probe } from './actions/probe.js'
import { repeatProbe } from './actions/repeat_probe.js'
import { sendAlert } from './actions/send_alert.js'
import { checkSettings } from './check-settings.js'
import { Settings } from './settings.js'

export default defineProduct({
  slug: 'sentinel-lite',
  title: 'Sentinel Lite',
  description: 'Probes addresses and listens for the heartbeats of jobs, and sends a signed alert when one goes down.',
  version: '1.0.0',
  contract: 1,
  actions: {
    probe,
    heartbeat,
    repeat_probe: repeatProbe,
    look_at_heartbeat: lookAtHeartbeat,
    send_alert: sendAlert
  },
  settings: Settings,
  checkSettings,
  briefing: { action: 'heartbeat', input: { signal: 'check' } }
})
