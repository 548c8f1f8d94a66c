import { inspect } from 'node:util'
import type { SettingOf } from '../../entries/account-value.js'
import { type McpMember, settingsOf } from '../../entries/mcp.js'

/** The secrets that a server is given, line by line, as logs have them; the longest first, since one may be part of another. */
export function secretsOf(mcp: McpMember, settingOf: SettingOf): readonly string[] {
  const secrets = settingsOf(mcp).flatMap(({ setting, isSecret }) => (isSecret ? (settingOf(setting) ?? []) : []))
  const lines = secrets.flatMap(secret => secret.split(/\r?\n/)).filter(line => line.trim() !== '')
  return lines.sort((left, right) => right.length - left.length)
}

/** A text without secrets. */
export function masked(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, '********'), text)
}

/** The error, or one with nothing but its masked message where it shows a secret: servers repeat what they were sent. */
export function withoutSecrets(error: unknown, secrets: readonly string[]): unknown {
  const shown = inspect(error, { depth: 8 })
  if (!secrets.some(secret => shown.includes(secret))) return error
  return new Error(masked(error instanceof Error ? error.message : String(error), secrets))
}
