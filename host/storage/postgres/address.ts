import { SettingsError } from '../../base/environment.js'

/** What a URL of a PostgreSQL database says. */
export interface DatabaseAddress {
  /** A name or an address, or the folder of a socket. */
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user: string
  readonly password: string
  /** How TLS is used: not at all, without checking who the server is, or with a certificate that names it. */
  readonly tls: 'disable' | 'require' | 'verify-full'
  /** The file of the certificates that the server's has to be signed with; those of Node by default. */
  readonly certificates: string | undefined
  /** The schema that holds the store. */
  readonly schema: string
}

const example = 'postgres://user:password@postgres.example:5432/database?sslmode=verify-full'
const parameters = ['sslmode', 'sslrootcert', 'schema', 'host']

/** Reads the URL of a database. Throws a `SettingsError`, without the password, for one that cannot be used. */
export function databaseAddress(text: string): DatabaseAddress {
  const url = URL.parse(text)
  if (!url || !/^postgres(ql)?:$/.test(url.protocol))
    throw new SettingsError(`DATABASE_URL is not an address such as ${example}.`)
  const given = (name: string) => url.searchParams.get(name) ?? undefined
  for (const name of url.searchParams.keys())
    if (!parameters.includes(name))
      throw new SettingsError(`DATABASE_URL has a parameter "${name}"; it takes ${parameters.join(', ')}.`)
  const host = given('host') ?? (decoded(url.hostname).replace(/^\[(.*)\]$/, '$1') || undefined)
  const [database, user] = [decoded(url.pathname.slice(1)), decoded(url.username)]
  if (host === undefined || database === '' || database.includes('/') || user === '')
    throw new SettingsError(`DATABASE_URL has to name a server, a user and a database, such as ${example}.`)
  const schema = given('schema') ?? 'product_host'
  if (!/^[a-z_][a-z0-9_]{0,39}$/.test(schema) || schema.startsWith('pg_'))
    throw new SettingsError(
      'The schema in DATABASE_URL is not a name of at most 40 lower-case letters, digits and "_", such as product_host.'
    )
  return {
    host,
    port: Number(url.port || 5432),
    database,
    user,
    password: decoded(url.password),
    tls: tlsMode(given('sslmode'), given('sslrootcert')),
    certificates: given('sslrootcert'),
    schema
  }
}

function tlsMode(mode = 'disable', certificates: string | undefined): DatabaseAddress['tls'] {
  if (mode !== 'disable' && mode !== 'require' && mode !== 'verify-full')
    throw new SettingsError('sslmode in DATABASE_URL is not one of disable, require, verify-full.')
  if (certificates !== undefined && mode !== 'verify-full')
    throw new SettingsError('sslrootcert in DATABASE_URL needs sslmode=verify-full.')
  return mode
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new SettingsError('DATABASE_URL has a "%" that is not part of an escape; write it as "%25".')
  }
}
