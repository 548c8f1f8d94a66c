import t from 'tap'
import { importsIn, sourcesOf } from '../../packages/sources.js'

const own = /^host\/(operator|http\/operator)\//

t.test(
  'a start loads nothing for operators: their first request does, and the first change of the deployment file',
  async t => {
    const sources = (await sourcesOf('host')).filter(({ path }) => !/^host\/(cli|dashboard)\//.test(path))
    const entries = sources.filter(({ path }) => !own.test(path)).flatMap(importsIn)
    t.strictSame(
      entries.filter(({ target }) => own.test(target)),
      [
        { file: 'host/start/container.ts', target: 'host/http/operator/routes.js', isDynamic: true },
        { file: 'host/start/follow-deployment.ts', target: 'host/operator/deployment-changes.js', isDynamic: true }
      ]
    )
    const container = sources.find(({ path }) => path === 'host/start/container.ts')
    t.match(container?.text, "await import('../http/operator/routes.js')")
  }
)
