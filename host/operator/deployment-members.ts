import { type Retention, retentionRows } from '../base/retention.js'
import type { Deployment, PluginEntry, Rate } from '../deployment.js'

/** A member of the deployment file as the host has understood it, in words. */
export interface ShownMember {
  /** Its path in the file, such as `plugins[0].limits.atOnce`. */
  readonly name: string
  /** What people call it. */
  readonly title: string
  /** What it is about. */
  readonly group: string
  /** What its title does not say, in Markdown. */
  readonly about?: string
  /** Its value, with its unit; that of an option that may be a secret is masked. */
  readonly value: string
}

/** What an option shows in place of a text, a list or an object, in which there may be a secret. */
export const mask = '********'

/** Every member of the deployment file, those of plugins by plugin, with the defaults of what it leaves out. */
export function deploymentMembers(deployment: Deployment): readonly ShownMember[] {
  const { billing, operator, plugins, rates, egress, retention } = deployment
  return [
    ...grouped('Service', [
      ['billing', 'Billing', billing === 'stripe' ? 'Stripe' : 'None: every account may run every product'],
      ['operator', 'Page for operators', operator ? 'On' : 'Off']
    ]),
    ...plugins.flatMap((plugin, index) => grouped(`Plugin ${plugin.package}`, pluginRows(plugin, index, billing))),
    ...grouped('Limits of requests', [
      ['rate.key', 'Requests of an API key', rateText(rates.key)],
      ['rate.account', 'Requests of an account', rateText(rates.account)],
      ['rate.keyless', 'Requests without a key, from an address', rateText(rates.keyless)],
      ['rate.atOnce', 'Calls of an account at the same time', numberText(rates.atOnce)],
      ['rate.idempotencyKeys', 'Stored idempotency keys of an account', numberText(rates.idempotencyKeys)]
    ]),
    ...grouped('Network access of plugins', [
      [
        'egress.allow',
        'Private networks',
        listText(egress.allow.map(networkText)),
        'Networks that are not public and that products may reach for accounts.'
      ],
      [
        'egress.ports',
        'Ports of public addresses',
        listText(egress.ports),
        'Those to which products may send requests.'
      ],
      [
        'egress.requestPorts',
        'Further ports that an account may open',
        listText(egress.requestPorts),
        'Those that an account may choose in the settings of a product.'
      ],
      [
        'egress.connectPorts',
        'Ports for TCP connections',
        listText(egress.connectPorts),
        'Those to which products may open connections that send nothing.'
      ],
      ['egress.dns', 'DNS lookups', egress.dns ? 'Allowed' : 'Not allowed', 'Whether products may look up DNS records.']
    ]),
    ...grouped('Retention', retentionMembers(retention))
  ]
}

type Row = readonly [name: string, title: string, value: string, about?: string]

function grouped(group: string, rows: readonly Row[]): readonly ShownMember[] {
  return rows.map(([name, title, value, about]) => ({ name, title, group, ...(about && { about }), value }))
}

function pluginRows(
  { required, isolation, limits, requires, options }: PluginEntry,
  index: number,
  billing: Deployment['billing']
): readonly Row[] {
  const path = `plugins[${index}]`
  return [
    [`${path}.required`, 'Required', required ? 'Yes' : 'No', 'Whether the host is ready only with it.'],
    [`${path}.isolation`, 'Runs in', isolation === 'inline' ? 'The host process' : 'A thread of its own'],
    [`${path}.limits.timeoutMs`, 'Longest time of an action', `${numberText(limits.timeoutMs / 1000)} s`],
    [`${path}.limits.atOnce`, 'Calls at the same time', numberText(limits.atOnce)],
    [
      `${path}.limits.memoryMb`,
      'Memory of its thread',
      isolation === 'inline' ? 'No thread' : `${limits.memoryMb} MiB`
    ],
    [
      `${path}.requires`,
      'Needs of an account',
      requires.length > 0 ? 'The plan and a payment card' : billing === 'none' ? 'Nothing' : 'The plan',
      'What an account has to have to run it.'
    ],
    ...Object.entries(options).map(
      ([name, value]): Row => [`${path}.options.${name}`, `Option ${name}`, optionText(value)]
    )
  ]
}

function retentionMembers(retention: Retention): readonly Row[] {
  return retentionRows(retention).map(({ data, storedFor, setting }) => [`retention.${setting}`, data, storedFor])
}

function optionText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  return typeof value === 'number' ? numberText(value) : mask
}

function networkText(entry: Deployment['egress']['allow'][number]): string {
  if (typeof entry === 'string') return entry
  const ports = 'ports' in entry ? [`ports ${entry.ports.join(', ')}`] : []
  const connectPorts = entry.connectPorts ? [`TCP ports ${entry.connectPorts.join(', ')}`] : []
  return `${entry.network} (${[...ports, ...connectPorts].join('; ')})`
}

function listText(values: readonly (string | number)[]): string {
  return values.length > 0 ? values.join(', ') : 'None'
}

function rateText({ requests, seconds }: Rate): string {
  return `${numberText(requests)} in ${numberText(seconds)} s`
}

function numberText(value: number): string {
  return value.toLocaleString('en')
}
