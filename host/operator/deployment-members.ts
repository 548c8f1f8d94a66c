import { type Retention, retentionRows } from '../base/retention.js'
import {
  type Deployment,
  type McpSource,
  type OpenapiSource,
  type PluginEntry,
  type Rate,
  usualDeployment
} from '../deployment.js'

/** A member of the deployment file as the host has understood it, in words. */
export interface ShownMember {
  /** Its path in the file, such as `plugins[0].limits.atOnce`. */
  readonly name: string
  /** What people call it. */
  readonly title: string
  /** What it is about. */
  readonly group: string
  /** What it decides and what may be typed, in Markdown. */
  readonly about: string
  /** Its value as it is typed, with what that means, in Markdown; that of an option that may be a secret is masked. */
  readonly value: string
  /** Whether that is the default. */
  readonly isUsual: boolean
}

/** What an option shows in place of a text, a list or an object, in which there may be a secret. */
export const mask = '********'

/** Every member of the deployment file, those of plugins by plugin, with the defaults of what it leaves out. */
export function deploymentMembers(deployment: Deployment): readonly ShownMember[] {
  const usual = usualDeployment(deployment.plugins)
  const usualValues = new Map(rowsOf(usual).map(({ name, value }) => [name, value]))
  return rowsOf(deployment).map(row => ({ ...row, isUsual: usualValues.get(row.name) === row.value }))
}

type Row = Omit<ShownMember, 'isUsual'>

function rowsOf({
  billing,
  operator,
  logLevel,
  plugins,
  rates,
  egress,
  retention,
  backup
}: Deployment): readonly Row[] {
  return [
    ...grouped('Service', [
      [
        'billing',
        'Billing',
        typed(billing),
        '`"stripe"`: an account needs the plan; `"none"`: every account may run every product.'
      ],
      ['operator', 'Page for operators', typed(operator), 'Whether the page Operator exists: `true` or `false`.'],
      [
        'logLevel',
        'Log level',
        logLevel === undefined ? 'as `LOG_LEVEL` has it' : typed(logLevel),
        'What is logged, in place of `LOG_LEVEL`: `"trace"`, `"debug"`, `"info"`, `"warn"`, `"error"` or `"silent"`.'
      ]
    ]),
    ...plugins.flatMap((plugin, index) => {
      const path = `plugins[${index}]`
      return grouped(`Plugin ${plugin.package}`, [...pluginRows(plugin, path), ...sourceRows(plugin, path)])
    }),
    ...grouped('Limits of requests', [
      ['rate.key', 'Requests per API key', rateText(rates.key), 'How many requests, and in how many seconds.'],
      ['rate.account', 'Requests per account', rateText(rates.account), 'How many requests, and in how many seconds.'],
      [
        'rate.keyless',
        'Requests without an API key, per IP address',
        rateText(rates.keyless),
        'How many requests, and in how many seconds.'
      ],
      ['rate.atOnce', 'Running actions per account', typed(rates.atOnce), 'More than these are refused with 429.'],
      [
        'rate.idempotencyKeys',
        'Idempotency keys per account',
        typed(rates.idempotencyKeys),
        'The most that are stored for it on each host.'
      ],
      ['rate.schedules', 'Schedules per account', typed(rates.schedules), 'More than these cannot be made.'],
      ['rate.hooks', 'Hooks per account', typed(rates.hooks), 'More than these cannot be made.'],
      ['rate.hook', 'Calls per hook', rateText(rates.hook), 'How many calls, and in how many seconds.'],
      [
        'rate.webhookEndpoints',
        'Webhook endpoints per account',
        typed(rates.webhookEndpoints),
        'More than these cannot be made.'
      ],
      [
        'rate.webhookFailingDays',
        'Days until a failing webhook endpoint is paused',
        typed(rates.webhookFailingDays),
        'Counted from the first failure after the last delivery.'
      ],
      [
        'rate.openRuns',
        'Open runs per account',
        typed(rates.openRuns),
        'Runs that wait or run; more are refused with 429.'
      ],
      [
        'rate.openStreams',
        'Followed runs per account',
        typed(rates.openStreams),
        'Runs whose events are streamed at the same time; more are refused with 429.'
      ],
      ['rate.waitSeconds', 'Wait for a run, in seconds', typed(rates.waitSeconds), 'The longest of one request.']
    ]),
    ...grouped('Network access of products', [
      [
        'egress.allow',
        'Private networks',
        typed(egress.allow),
        'Those that products may reach, such as `["10.2.0.0/16"]`.'
      ],
      ['egress.ports', 'Ports of public addresses', typed(egress.ports), 'Those that products may send requests to.'],
      [
        'egress.requestPorts',
        'Further ports of accounts',
        typed(egress.requestPorts),
        'Ports of public addresses that an account may add, for its own requests, in the settings of a product.'
      ],
      [
        'egress.connectPorts',
        'Ports for TCP connections',
        typed(egress.connectPorts),
        'Those that products may connect to without sending anything, to check that something listens there.'
      ],
      ['egress.dns', 'DNS lookups', typed(egress.dns), 'Whether products may look up DNS records: `true` or `false`.']
    ]),
    ...grouped('Retention', retentionMembers(retention)),
    ...(backup ? grouped('Scheduled backups', backupMembers(backup)) : [])
  ]
}

type Cells = readonly [name: string, title: string, value: string, about: string]

function grouped(group: string, rows: readonly Cells[]): readonly Row[] {
  return rows.map(([name, title, value, about]) => ({ name, title, group, about, value }))
}

function pluginRows(
  { version, required, isolation, limits, requires, options, source }: PluginEntry,
  path: string
): readonly Cells[] {
  return [
    [
      `${path}.required`,
      'Needed for readiness',
      typed(required),
      'Whether the host reports that it is ready only while this plugin is served: `true` or `false`.'
    ],
    ...(version === undefined
      ? []
      : [[`${path}.version`, 'Version', typed(version), 'The version that is in a folder of its own.'] as const]),
    ...(isolation === undefined
      ? []
      : [
          [
            `${path}.isolation`,
            'Runs in',
            typed(isolation),
            '`"inline"`: the process of the host; `"thread"` or `"process"`: one of its own. Left out: `"process"`; in `@product-host/`, as the plugin says.'
          ] as const
        ]),
    [`${path}.limits.timeoutMs`, 'Longest time of an action', typed(limits.timeoutMs), 'In milliseconds.'],
    [
      `${path}.limits.atOnce`,
      'Calls at the same time',
      typed(limits.atOnce),
      'Further calls wait in a queue, at most four times this number. A call is refused if the queue is full, or after one second in it.'
    ],
    ...(source
      ? []
      : [
          [
            `${path}.limits.memoryMb`,
            'Memory of its thread or process',
            typed(limits.memoryMb),
            'In MiB. Not where it runs in the process of the host.'
          ] as const
        ]),
    [
      `${path}.requires`,
      'What an account needs',
      typed(requires),
      '`["payment_card"]`: a payment card in addition to the plan; `[]`: only the plan. It applies only where `billing` is `"stripe"`.'
    ],
    ...Object.entries(options).map(
      ([name, value]): Cells => [
        `${path}.options.${name}`,
        `Option ${name}`,
        optionText(value),
        'See the README of the plugin.'
      ]
    )
  ]
}

/** The members of a product that is no package; of variables and headers the names alone, since a value may be a secret. */
function sourceRows({ source }: PluginEntry, path: string): readonly Cells[] {
  if (!source) return []
  const slug = [`${path}.slug`, 'Slug', typed(source.slug), 'The name of the product in URLs.'] as const
  return [slug, ...(source.mcp ? mcpRows(source, path) : openapiRows(source, path))]
}

function openapiRows({ openapi }: OpenapiSource, path: string): readonly Cells[] {
  const { document, overlays, server, operations, tags, headers, auth = {} } = openapi
  const about = (name: string) => `${path}.openapi.${name}`
  return [
    [about('document'), 'Document', typed(document), 'The OpenAPI document.'],
    ...(overlays ? [[about('overlays'), 'Overlays', typed(overlays), 'What changes the document.'] as const] : []),
    ...(server === undefined ? [] : [[about('server'), 'Server', typed(server), 'Where the interface is.'] as const]),
    ...(operations ? [[about('operations'), 'Operations', typed(operations), 'Those that are served.'] as const] : []),
    ...(tags ? [[about('tags'), 'Tags', typed(tags), 'Those whose operations are served.'] as const] : []),
    [about('headers'), 'Headers', typed(Object.keys(headers)), 'The names of the headers of every request.'],
    [about('auth'), 'Authentication', typed(Object.keys(auth)), 'How a request says who sends it.']
  ]
}

function mcpRows(source: McpSource, path: string): readonly Cells[] {
  const {
    command,
    url,
    env,
    network = 'proxy',
    headers,
    tools,
    tenancy,
    trustAnnotations,
    sessions,
    idleSeconds,
    filesMb,
    memoryMb
  } = source.mcp
  const { sandbox = 'auto', files = {} } = source
  const about = (name: string) => `${path}.mcp.${name}`
  return [
    command
      ? [about('command'), 'Command', typed(command), 'The program and its arguments.']
      : [about('url'), 'URL', typed(url), 'Where the server listens.'],
    command
      ? [about('env'), 'Variables', typed(Object.keys(env)), 'The names of the variables that the program gets.']
      : [
          about('headers'),
          'Headers',
          typed(Object.keys(headers)),
          'The names of the headers that are sent to the server.'
        ],
    ...(command
      ? [
          [
            `${path}.sandbox`,
            'Sandbox',
            typed(sandbox),
            '`"auto"`: where the machine has one; `"required"`: only in one; `"none"`: without one.'
          ] as const,
          [
            `${path}.files`,
            'Further files',
            typed(files),
            'What the program sees in its sandbox in addition to its own.'
          ] as const,
          [
            about('network'),
            'Network',
            typed(network),
            'In its sandbox. `"proxy"`: what `egress` allows; `"host"`: as the host has it; `"none"`: no other machine.'
          ] as const
        ]
      : []),
    ...(tools ? [[about('tools'), 'Tools', typed(tools), 'Those that are served.'] as const] : []),
    [about('tenancy'), 'Accounts', typed(tenancy), '`"account"`: a session for each; `"shared"`: all have the same.'],
    [
      about('trustAnnotations'),
      'Trust in its annotations',
      typed(trustAnnotations),
      '`false`: every tool counts as one that reaches out and is destructive; `true`: as the server says.'
    ],
    [about('sessions'), 'Sessions at the same time', typed(sessions), 'The one that was idle for longest makes room.'],
    ...(command
      ? [
          [about('filesMb'), 'Files of an account', typed(filesMb), 'In MiB, together.'] as const,
          [
            about('memoryMb'),
            'Memory of its program',
            typed(memoryMb),
            'In MiB, with all that it has started.'
          ] as const
        ]
      : []),
    [about('idleSeconds'), 'Longest time without a call', typed(idleSeconds), 'In seconds; then a session is ended.']
  ]
}

function retentionMembers(retention: Retention): readonly Cells[] {
  return retentionRows(retention).map(({ data, storedFor, setting }) => [
    `retention.${setting}`,
    data,
    typed(retention[setting]),
    storedFor
  ])
}

function backupMembers({ folder, everyMinutes, keep }: NonNullable<Deployment['backup']>): readonly Cells[] {
  return [
    ['backup.folder', 'Folder for backups', typed(folder), 'It has to exist, and to be writable for the host.'],
    ['backup.everyMinutes', 'Time between backups', typed(everyMinutes), 'In minutes, from one to the next.'],
    ['backup.keep', 'Backups that are kept', typed(keep), 'After a new one, the oldest are deleted.']
  ]
}

function optionText(value: unknown): string {
  return typeof value === 'boolean' || typeof value === 'number' ? typed(value) : mask
}

/** A value as it is typed in the file. */
function typed(value: unknown): string {
  return `\`${JSON.stringify(value).replaceAll(',', ', ')}\``
}

function rateText({ requests, seconds }: Rate): string {
  return typed([requests, seconds])
}
