import type { HrTime } from '@opentelemetry/api'
import type { DataPoint, MetricData, ResourceMetrics } from '@opentelemetry/sdk-metrics'
import type { Logger } from 'pino'
import { type CollectorSettings, exporterOptions, Reports } from './collector.js'

/** An instrument with its values, as prom-client gives it. */
export interface Instrument {
  readonly name: string
  readonly help: string
  /** `counter`, `gauge` or `histogram`; its types say otherwise. */
  readonly type: unknown
  readonly values: readonly {
    readonly value: number
    readonly labels: Readonly<Record<string, string | number | undefined>>
    /** Of a histogram: its name with `_bucket`, `_sum` or `_count`. */
    readonly metricName?: string | undefined
  }[]
}

type Instrumented = Instrument['values'][number]

/** How often metrics are sent, in milliseconds; as often as OpenTelemetry does by default. */
const everyMs = 60_000

/** Sends what is measured to the collector, once a minute and at the end. The names are those of `/metrics`. */
export async function sendMetrics(
  settings: CollectorSettings,
  collect: () => Promise<readonly Instrument[]>,
  logger: Logger
): Promise<{ end(): Promise<void> }> {
  const [exporting, resources, sdk] = await Promise.all([
    import('@opentelemetry/exporter-metrics-otlp-proto'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-metrics')
  ])
  const exporter = new exporting.OTLPMetricExporter(exporterOptions(settings, 'metrics'))
  const resource = resources.resourceFromAttributes({ 'service.name': settings.serviceName })
  const reports = new Reports('metrics', logger)
  const startTime = hrTime(performance.timeOrigin)
  const send = async () => {
    const instruments = await collect()
    const metrics = instruments.map(each => metricOf(each, startTime, hrTime(Date.now()), sdk))
    const sent: ResourceMetrics = { resource, scopeMetrics: [{ scope: { name: 'product-host' }, metrics }] }
    await new Promise<void>(resolve => exporter.export(sent, result => resolve(reports.of(result))))
  }
  const safely = () => send().catch(err => logger.error({ err }, 'the metrics could not be read'))
  const timer = setInterval(safely, everyMs).unref()
  return {
    async end() {
      clearInterval(timer)
      await safely()
      await exporter.shutdown()
    }
  }
}

function hrTime(ms: number): HrTime {
  return [Math.floor(ms / 1_000), Math.round((ms % 1_000) * 1e6)]
}

function metricOf(
  { name, help, type, values }: Instrument,
  startTime: HrTime,
  endTime: HrTime,
  { AggregationTemporality, DataPointType }: typeof import('@opentelemetry/sdk-metrics')
): MetricData {
  const about = {
    // A number has no type of its own here.
    descriptor: {
      name,
      description: help,
      unit: name.includes('_seconds') ? 's' : name.endsWith('_bytes') ? 'By' : '',
      valueType: 1
    },
    aggregationTemporality: AggregationTemporality.CUMULATIVE
  }
  const point = <Value>(labels: Instrumented['labels'], value: Value): DataPoint<Value> => ({
    startTime,
    endTime,
    attributes: Object.fromEntries(Object.entries(labels).filter(([, label]) => label !== undefined && label !== '')),
    value
  })
  if (type === 'histogram') {
    const dataPoints = [...groups(values)].map(([labels, own]) => point(labels, histogramOf(name, own)))
    return { ...about, dataPointType: DataPointType.HISTOGRAM, dataPoints }
  }
  const dataPoints = values.map(({ labels, value }) => point(labels, value))
  if (type === 'counter') return { ...about, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
  return { ...about, dataPointType: DataPointType.GAUGE, dataPoints }
}

/** The values of a histogram by their labels without `le`, the bound of a bucket. */
function groups(values: readonly Instrumented[]): Iterable<readonly [Instrumented['labels'], readonly Instrumented[]]> {
  const found = new Map<string, [Instrumented['labels'], Instrumented[]]>()
  for (const each of values) {
    const { le: _, ...labels } = each.labels
    const name = JSON.stringify(labels)
    const group = found.get(name) ?? [labels, []]
    group[1].push(each)
    found.set(name, group)
  }
  return found.values()
}

/** Prometheus counts in a bucket all that are below its bound; OpenTelemetry those that are in no bucket before it. */
function histogramOf(name: string, values: readonly Instrumented[]) {
  const partOf = (part: string) => values.find(({ metricName }) => metricName === `${name}_${part}`)?.value ?? 0
  const bounded = values.filter(({ metricName, labels }) => metricName === `${name}_bucket` && labels.le !== '+Inf')
  const count = partOf('count')
  const below = [0, ...bounded.map(({ value }) => value), count]
  return {
    buckets: {
      boundaries: bounded.map(({ labels }) => Number(labels.le)),
      counts: below.slice(1).map((value, index) => value - (below[index] ?? 0))
    },
    sum: partOf('sum'),
    count
  }
}
