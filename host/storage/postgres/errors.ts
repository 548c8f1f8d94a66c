import { SettingsError } from '../../base/environment.js'
import { StoreRefusal, StoreUnavailable } from '../../base/problems.js'
import { namedKeys, wordsOf } from '../server-connection.js'

/** An error with which PostgreSQL replied; `code` is its SQLSTATE. */
export interface PostgresReply extends Error {
  readonly code: string
}

/** A message that the server does not take, as PgBouncer some that begin a session. */
const protocol = '08P01'
/** PostgreSQL accepts no writes. */
export const readOnly = '25006'
/** A prepared statement is not there, or is there already, as with a PgBouncer that does not follow them. */
const wrongStatement = ['26000', '42P05']

/** What the codes mean that are caused by the server, its settings or its machine (postgresql.org/docs: error codes). */
const causes: Readonly<Record<string, string>> = {
  [protocol]: 'does not take what was sent; of PgBouncer, set ignore_startup_parameters to statement_timeout',
  [readOnly]: 'is read-only: set DATABASE_URL to the primary, or to a name that follows it',
  '26000': 'does not know a prepared statement; PgBouncer needs max_prepared_statements, which 1.21 brought',
  '28000': 'does not let this role in',
  '28P01': 'refuses the password',
  '3D000': 'has no such database',
  '3F000': 'holds no store any more: its tables are gone; restore a back-up',
  '40P01': 'cannot serve: a deadlock',
  '42501': 'refuses this role a right that the host needs',
  '42883': 'holds no store any more: its functions are gone; restore a back-up',
  '42P05': 'knows a prepared statement of another session; PgBouncer needs max_prepared_statements, which 1.21 brought',
  '42P01': 'holds no store any more: its tables are gone; restore a back-up',
  '53100': 'cannot be written: its disk is full; free some space',
  '53200': 'cannot serve: out of memory',
  '53300': 'takes no more connections: raise max_connections, or lower what others use',
  '55P03': 'cannot serve: a lock was not given',
  '57014': 'cannot serve: a statement took too long',
  '57P01': 'is unreachable: it is shutting down, or has ended the connection',
  '57P02': 'is unreachable: it has crashed and starts again',
  '57P03': 'is unreachable: it does not accept connections yet',
  '58030': 'cannot serve: an I/O error; see its log',
  XX001: 'is damaged: restore a back-up',
  XX002: 'is damaged: restore a back-up'
}

/** Codes that no other attempt changes: the settings are wrong. */
const wrongSettings = ['28000', '28P01', '3D000', '42501']

/** Classes of codes whose other members say too that the server cannot serve now. */
const unavailableClasses = /^(08|53|57|58)/

/** Whether PostgreSQL itself replied with the error: such errors have a severity and a code of five characters. */
export function isReply(error: unknown): error is PostgresReply {
  return error instanceof Error && 'severity' in error && 'code' in error && /^[0-9A-Z]{5}$/.test(String(error.code))
}

/** Why there is no session, as the end of a sentence that begins with the server's name. */
export function causeOf(error: unknown): string {
  if (error instanceof SettingsError) return error.message
  if (!isReply(error)) return `is unreachable: ${wordsOf(error)}`
  return `${causes[error.code] ?? 'cannot serve'} (${error.code}: ${error.message})`
}

/** The error for a server that answers and will never be the store; undefined when another attempt may succeed. */
export function refusalOf(error: unknown, name: string): SettingsError | undefined {
  if (error instanceof SettingsError) return new SettingsError(`${name} ${error.message}.`)
  return isReply(error) && isWrongSetting(error) ? new SettingsError(`${name} ${causeOf(error)}.`) : undefined
}

function isWrongSetting({ code, message }: PostgresReply): boolean {
  return wrongSettings.includes(code) || (code === protocol && /startup parameter/.test(message))
}

/** Why a server that replied with the error is of no more use; undefined when it still is. */
export function endOf(error: unknown): string | undefined {
  return isReply(error) && [readOnly, ...wrongStatement].includes(error.code) ? causeOf(error) : undefined
}

/** An error of PostgreSQL or of the connection as one of the store; an error that the program caused stays as it is. */
export function postgresError(error: unknown, name: string, keys: readonly string[]): unknown {
  if (error instanceof TypeError || !(error instanceof Error)) return error
  if (!isReply(error) || error.code in causes || unavailableClasses.test(error.code))
    return new StoreUnavailable(`${name} ${causeOf(error)}.`)
  return new StoreRefusal(`${name} refused a request${namedKeys(keys)}: ${error.code} ${error.message}`)
}
