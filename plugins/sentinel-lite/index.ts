import { defineProduct } from '@product-host/sdk'
import { heartbeat } from './actions/heartbeat.js'
import { probe } from './actions/probe.js'
import { refreshMonitor } from './actions/refresh_monitor.js'
import { repeatProbe } from './actions/repeat_probe.js'
import { sendAlert } from './actions/send_alert.js'
import { webhookEvents } from './alerts.js'
import { checkSettings } from './check-settings.js'
import { Settings } from './settings.js'

export default defineProduct({
  slug: 'sentinel-lite',
  title: 'Sentinel Lite',
  description:
    'Probes addresses, ports and DNS records and listens for the heartbeats of jobs, and sends a signed alert when one goes down.',
  version: '1.6.0',
  icon: 'radar',
  accent: 150,
  actions: {
    probe,
    heartbeat,
    repeat_probe: repeatProbe,
    // Stored jobs have this name.
    look_at_heartbeat: refreshMonitor,
    send_alert: sendAlert
  },
  settings: Settings,
  checkSettings,
  webhookEvents,
  hooks: {
    signal: {
      title: 'A heartbeat by a URL',
      description:
        'Records that a job did its work, or what it says: a signal, an exit code, a run, a message, its progress.',
      action: 'heartbeat',
      bodies: ['query', 'form', 'json'],
      input: {
        fields: {
          signal: '/signal',
          exitCode: '/exitCode',
          runId: '/runId',
          message: '/message',
          progress: '/progress'
        },
        chosen: ['name', 'periodSeconds', 'graceSeconds', 'cron', 'timezone', 'maxRunSeconds', 'minRunSeconds']
      }
    }
  },
  // The register of targets and the scheduled checks name them.
  recordKinds: {
    'mon:': { title: 'Target', heading: '/name', text: '/url' },
    'once:': { title: 'Probed once', text: '/url' },
    'hb:': { title: 'Heartbeat', heading: '/name', text: '/state' },
    'events:': { title: 'Signals of a heartbeat' }
  },
  home: [{ title: 'Monitors', action: 'heartbeat', input: { signal: 'check' } }],
  overview: { action: 'heartbeat', input: { signal: 'check' } }
})
