import { greet, serve } from '../run.js'
import { readSettings } from '../settings.js'
import type { Asked, Said } from './messages.js'
import { tryPlugins } from './try-plugins.js'

/**
 * A process that has the host's code loaded and waits to be asked: it loads the plugins, and serves them when that went
 * well. It stops when the parent is gone.
 */
export function child(environment: NodeJS.ProcessEnv): void {
  process.on('message', async (asked: Asked) => {
    try {
      say(await answer(asked, environment))
    } catch (error) {
      say({ say: 'failed', reason: error instanceof Error ? error.message : String(error) })
    }
  })
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  say({ say: 'ready' })
}

async function answer(asked: Asked, environment: NodeJS.ProcessEnv): Promise<Said> {
  const settings = readSettings(environment)
  if (asked.ask === 'try') return { say: 'tried', ...(await tryPlugins(settings)) }
  const host = await serve(settings)
  if (asked.greets && settings.isDemo) await greet(settings, host)
  return { say: 'serving', port: host.port }
}

function say(said: Said): void {
  process.send?.(said)
}
