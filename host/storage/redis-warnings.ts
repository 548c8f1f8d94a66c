import type { RedisConnection } from './redis-connection.js'

/** What of a Redis' own settings an operator must know before it holds a deployment: sentences, none when all is well. */
export async function redisWarnings(connection: RedisConnection): Promise<readonly string[]> {
  const info = await connection.use(({ client }) => client.info())
  const settings = await connection
    .use(({ client }) => client.configGet(['save', 'appendfsync']))
    .catch(() => ({ save: undefined, appendfsync: undefined }))
  const value = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1]
  const warnings: string[] = []
  if (value('aof_enabled') === '0')
    warnings.push(
      settings.save === ''
        ? 'Redis keeps NOTHING on disk: when it ends, every account, key and record is gone. Set "appendonly yes".'
        : 'Redis has no append-only file: what was written since its last snapshot is LOST when it ends. Set "appendonly yes".'
    )
  else if (settings.appendfsync === 'no')
    warnings.push(
      'Redis leaves it to the system when to write ("appendfsync no"): half a minute of writes may be LOST.'
    )
  const policy = value('maxmemory_policy')
  if (policy !== undefined && policy !== 'noeviction')
    warnings.push(`Redis THROWS RECORDS AWAY when its memory is full ("${policy}"). Set "maxmemory-policy noeviction".`)
  return warnings
}
