import { type Deployment, until } from './deployment.js'

/** The jobs that wait, as the command prints them. */
// biome-ignore lint/suspicious/noExplicitAny: commands print what is stored, whatever it is
export async function waiting({ operator }: Deployment): Promise<readonly any[]> {
  return operator.json('jobs', 'list')
}

/** The dead letters, as the command prints them. */
// biome-ignore lint/suspicious/noExplicitAny: commands print what is stored, whatever it is
export async function dead({ operator }: Deployment): Promise<readonly any[]> {
  return operator.json('jobs', 'list', '--dead')
}

/** Waits until no job is due that was not tried. */
export async function tried(deployment: Deployment): Promise<void> {
  await until('nothing is due', async () => (await waiting(deployment)).every(({ dueAt }) => dueAt > deployment.now()))
}

/** Whether each job that cannot be done now was tried once, and put back. */
export async function haveFailed(deployment: Deployment): Promise<boolean> {
  const jobs = await waiting(deployment)
  const failed = jobs.filter(({ attempts, dueAt }) => attempts > 0 && dueAt > deployment.now())
  const kinds = new Set(failed.map(({ job }) => job.action))
  return failing.every(kind => kinds.has(kind))
}

/** The jobs that fail while nothing outside answers. */
const failing = [
  'sign_up_letter',
  'reset_letter',
  'email_change_email',
  'customer_email',
  'end_charges',
  'security_email',
  'send_alert',
  'alert'
]
