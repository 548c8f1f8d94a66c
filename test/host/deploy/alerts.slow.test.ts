import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { root } from '../../fixtures/root.js'
import { emptyFolder, runOutsideTap } from '../../fixtures/run-npm.js'

const rules = join(root, 'host/deploy/alerts.yaml')

/** Values by the series that has them, in promtool's notation: `5+2x10` begins at 5 and gains 2 a minute, ten times. */
type Series = Readonly<Record<string, string>>

/** A series of the first host. */
const of = (name: string, labels = '') => `${name}{job="product-host",instance="one"${labels && `,${labels}`}}`
const execute = 'route="/api/v1/products/:slug/execute",product="core",action="remember"'
const requests = (labels: string) => of('product_host_requests_total', labels)
const took = (bound: string) => of('product_host_request_seconds_bucket', `${execute},le="${bound}"`)
const stored = (bound: string) => of('product_host_store_seconds_bucket', `operation="commit",le="${bound}"`)
const free = of('product_host_store_space_bytes', 'part="disk_free"')
const jobs = (state: string) => of('product_host_jobs', `state="${state}"`)
const held = of('product_host_jobs_held')
const backup = of('product_host_backup_last_success_timestamp_seconds')
const failedBackups = of('product_host_backup_failures_total')
const hooks = of('product_host_hooks_refused_total', 'reason="token"')

/** Eight hours, a value a minute, of two hosts that serve. */
const healthy: Series = {
  [of('up')]: '1x480',
  'up{job="product-host",instance="two"}': '1x480',
  [requests(`${execute},status="200",code=""`)]: '0+6000x480',
  [requests(`${execute},status="400",code="invalid_input"`)]: '0+300x480',
  [requests(`${execute},status="502",code="product_error"`)]: '0+6x480',
  [requests(`${execute},status="503",code="shutting_down"`)]: '0+600x480',
  [requests(`${execute},status="503",code="store_unavailable"`)]: '0+3x480',
  [requests('route="/readyz",product="",action="",status="200",code=""')]: '0+12x480',
  [requests('route="/readyz",product="",action="",status="503",code="shutting_down"')]: '0+1x480',
  [took('1')]: '0+6000x480',
  [took('5')]: '0+6000x480',
  [took('+Inf')]: '0+6000x480',
  [of('product_host_event_loop_delay_seconds', 'statistic="p99"')]: '0.02x480',
  [of('product_host_product_circuit', 'product="core",state="ready"')]: '1x480',
  [of('product_host_product_circuit', 'product="core",state="failing"')]: '0x480',
  [of('product_host_product_calls', 'product="core",state="waiting"')]: '0 3 '.repeat(240),
  [of('product_host_thread_restarts_total', 'product="core"')]: '0x200 1x279',
  [of('product_host_store_failures_total', 'operation="commit"')]: '0x480',
  [stored('0.01')]: '0+900x480',
  [stored('1')]: '0+900x480',
  [stored('+Inf')]: '0+900x480',
  [free]: '80000000000-1000000x480',
  [backup]: '0+60x480',
  [failedBackups]: '0x480',
  [held]: '0x480',
  [jobs('due')]: '7x480',
  [jobs('dead')]: '3x480',
  [of('product_host_oldest_queued_run_seconds')]: '4x480',
  [of('product_host_account_webhooks_total', 'outcome="given_up"')]: '0x430 1x49',
  [hooks]: '0+6x480'
}

const failing = requests(`${execute},status="503",code="store_unavailable"`)

/** What changes so that an alert fires, and the alerts that fire then, by the minute. */
const scenarios: readonly { readonly fires: readonly string[]; readonly at: string; readonly changed: Series }[] = [
  { fires: [], at: '475m', changed: {} },
  { fires: ['ErrorBudgetBurnsFast'], at: '415m', changed: { [failing]: '0+3x400 1200+1500x79' } },
  { fires: ['ErrorBudgetBurns'], at: '475m', changed: { [failing]: '0+60x480' } },
  { fires: ['HostDown'], at: '475m', changed: { [of('up')]: '1x470 0x9' } },
  {
    fires: ['HostDown', 'NoHost'],
    at: '475m',
    changed: { [of('up')]: '1x470 0x9', 'up{job="product-host",instance="two"}': '1x470 0x9' }
  },
  { fires: ['NoHost'], at: '475m', changed: { [of('up')]: '1x400', 'up{job="product-host",instance="two"}': '1x400' } },
  {
    fires: ['HostNotReady'],
    at: '475m',
    changed: { [requests('route="/readyz",product="",action="",status="503",code="product_unavailable"')]: '0+12x480' }
  },
  {
    fires: ['HostOverloaded'],
    at: '475m',
    changed: { [requests(`${execute},status="503",code="overloaded"`)]: '0+1x480' }
  },
  { fires: ['RequestsSlow'], at: '475m', changed: { [took('1')]: '0+5800x480' } },
  {
    fires: ['EventLoopDelayed'],
    at: '475m',
    changed: { [of('product_host_event_loop_delay_seconds', 'statistic="p99"')]: '0.3x480' }
  },
  {
    fires: ['ProductFails'],
    at: '475m',
    changed: { [requests(`${execute},status="504",code="product_timeout"`)]: '0+600x480' }
  },
  {
    fires: ['ProductCircuitOpen'],
    at: '475m',
    changed: { [of('product_host_product_circuit', 'product="core",state="failing"')]: '0x470 1x9' }
  },
  {
    fires: ['ProductSaturated'],
    at: '475m',
    changed: { [of('product_host_product_calls', 'product="core",state="waiting"')]: '0x460 2x19' }
  },
  {
    fires: ['ProductRestarts'],
    at: '475m',
    changed: { [of('product_host_thread_restarts_total', 'product="core"')]: '0x465 0+1x14' }
  },
  {
    fires: ['StoreFails'],
    at: '475m',
    changed: { [of('product_host_store_failures_total', 'operation="commit"')]: '0x465 0+1x14' }
  },
  { fires: ['StoreSlow'], at: '475m', changed: { [stored('0.01')]: '0+800x480' } },
  { fires: ['DiskAlmostFull'], at: '475m', changed: { [free]: '900000000x480' } },
  { fires: ['DiskFillsUp'], at: '475m', changed: { [free]: '80000000000-30000000x480' } },
  // In a test, time begins at 0.
  { fires: ['BackupOld'], at: '475m', changed: { [backup]: '-170000x480' } },
  { fires: ['BackupFails'], at: '475m', changed: { [failedBackups]: '0x420 0+1x59' } },
  { fires: ['StoreHeld'], at: '475m', changed: { [held]: '0x420 1x59' } },
  { fires: ['JobsWait'], at: '475m', changed: { [jobs('due')]: '0x440 1000x39' } },
  { fires: ['DeadLettersGrow'], at: '475m', changed: { [jobs('dead')]: '3x450 4x29' } },
  { fires: ['RunsWait'], at: '475m', changed: { [of('product_host_oldest_queued_run_seconds')]: '0x460 310+60x19' } },
  {
    fires: ['SchedulesUnreadable'],
    at: '475m',
    changed: { [of('product_host_schedules_paused_total', 'code="input_unreadable"')]: '_x460 1x19' }
  },
  // An hour after the last of them, it is silent.
  {
    fires: [],
    at: '475m',
    changed: { [of('product_host_schedules_paused_total', 'code="input_unreadable"')]: '_x300 1x179' }
  },
  {
    fires: ['WebhooksGivenUp'],
    at: '475m',
    changed: { [of('product_host_account_webhooks_total', 'outcome="given_up"')]: '0x460 1+1x19' }
  },
  { fires: ['HookTokensGuessed'], at: '475m', changed: { [hooks]: '0+120x480' } }
]

t.test('every alert has a scenario in which it fires', async t => {
  const alerts = [...(await readFile(rules, 'utf8')).matchAll(/^ +- alert: (\w+)$/gm)].map(([, name]) => name)
  t.ok(alerts.length > 20)
  t.strictSame([...new Set(scenarios.flatMap(({ fires }) => fires))].sort(), alerts.sort())
})

const promtool = spawnSync('promtool', ['--version']).status === 0

t.test(
  'in each scenario the alerts fire that it names, and no others',
  { skip: !promtool && 'promtool of Prometheus is missing' },
  async t => {
    const tests = scenarios.map(({ fires, at, changed }) => ({
      name: fires.join(' and ') || 'silence',
      interval: '1m',
      input_series: Object.entries({ ...healthy, ...changed }).map(([series, values]) => ({ series, values })),
      promql_expr_test: [
        {
          expr: 'sum by (alertname) (max by (alertname) (ALERTS{alertstate="firing"}))',
          eval_time: at,
          exp_samples: fires.map(name => ({ labels: `{alertname="${name}"}`, value: 1 }))
        }
      ]
    }))
    const file = join(await emptyFolder(t), 'alerts.test.json')
    await writeFile(file, JSON.stringify({ rule_files: [rules], evaluation_interval: '3m', tests }))
    t.match(await runOutsideTap('promtool', ['check', 'rules', rules]), 'SUCCESS')
    t.match(await runOutsideTap('promtool', ['test', 'rules', file]), 'SUCCESS')
  }
)
