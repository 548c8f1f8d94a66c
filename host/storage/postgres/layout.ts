import type { Client } from 'pg'
import { SettingsError } from '../../base/environment.js'

/** The tables and functions of each version of the layout; a name that changes its meaning gets another number. */
const versions: readonly ((schema: string) => string)[] = [first]

/** The newest layout that this host knows. */
export const newestLayout = versions.length

/** How long a host waits for another one that prepares the same tables, in milliseconds. */
const mostMs = 60_000

/**
 * Creates the tables of a store, or brings older ones to the newest layout, in one transaction: of several hosts that start at the same
 * time, one does it while the others wait. Throws a `SettingsError` for tables of a newer host.
 */
export async function prepareLayout(client: Client, schema: string): Promise<void> {
  await client.query('BEGIN')
  await client.query(`SET LOCAL statement_timeout = ${mostMs}`)
  // The lock is held until the transaction has ended.
  await client.query('SELECT pg_advisory_xact_lock(hashtext($1), 0)', [`product-host ${schema}`])
  const found = await layoutOf(client, schema)
  const version = found ?? 0
  requireKnown(version)
  if (found === undefined) await client.query(createSchema(schema, await hasSchema(client, schema)))
  for (const make of versions.slice(version)) await client.query(make(schema))
  if (version < newestLayout) await client.query(`UPDATE "${schema}".layout SET version = ${newestLayout}`)
  await client.query('COMMIT')
}

/** The version of the layout of a store; undefined where there are no tables. Throws a `SettingsError` for one of a newer host. */
export async function knownLayout(client: Client, schema: string): Promise<number | undefined> {
  const version = await layoutOf(client, schema)
  requireKnown(version ?? 0)
  return version
}

/** Reads the catalogs themselves: `to_regclass` may remember that there was no table before another session created it. */
async function layoutOf(client: Client, schema: string): Promise<number | undefined> {
  const { rows: tables } = await client.query(
    `SELECT FROM pg_catalog.pg_class AS class JOIN pg_catalog.pg_namespace AS schema ON schema.oid = class.relnamespace
      WHERE schema.nspname = $1 AND class.relname = 'layout'`,
    [schema]
  )
  if (tables.length === 0) return undefined
  const { rows } = await client.query<{ version: number }>(`SELECT version FROM "${schema}".layout`)
  return rows[0]?.version
}

async function hasSchema(client: Client, schema: string): Promise<boolean> {
  const { rows } = await client.query('SELECT FROM pg_catalog.pg_namespace WHERE nspname = $1', [schema])
  return rows.length > 0
}

function requireKnown(version: number): void {
  if (version > newestLayout)
    throw new SettingsError(
      `has tables of version ${version}; this host knows versions up to ${newestLayout}. Start a host that is as new as the store`
    )
}

/** A role may be allowed to use a schema and not to create one. */
function createSchema(schema: string, exists: boolean): string {
  const create = exists ? '' : `CREATE SCHEMA "${schema}";`
  return `${create} CREATE TABLE "${schema}".layout (version integer NOT NULL); INSERT INTO "${schema}".layout VALUES (0)`
}

/**
 * Writers of the same namespace take turns, so that versions can be compared: each takes the locks of its namespaces, of which there are
 * 256, in the order of their numbers, and holds them until its transaction has ended. The functions run the steps of a transaction one
 * after the other; each statement in them sees what others had committed when the locks were given. Rates and slots of callers, from
 * which hosts borrow as in `limits/shares.ts`, are not logged, and are empty after a crash or on another server. A window is named by its
 * end.
 */
function first(schema: string): string {
  const [record, window, slot] = ['record', 'limit_window', 'limit_slot'].map(name => `"${schema}".${name}`)
  const header = 'LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp'
  return `
CREATE TABLE ${record} (
  key text COLLATE "C" PRIMARY KEY, text text NOT NULL, version text COLLATE "C" NOT NULL, expires bigint
);
CREATE INDEX record_expires ON ${record} (expires) WHERE expires IS NOT NULL;
CREATE UNLOGGED TABLE ${window} (
  name text COLLATE "C" PRIMARY KEY, count integer NOT NULL, ends bigint NOT NULL
) WITH (fillfactor = 50);
CREATE UNLOGGED TABLE ${slot} (
  name text COLLATE "C", host text COLLATE "C", count integer NOT NULL, until bigint NOT NULL, PRIMARY KEY (name, host)
) WITH (fillfactor = 50);

CREATE FUNCTION "${schema}".now_ms() RETURNS bigint LANGUAGE sql AS $$
  SELECT pg_catalog.floor(extract(epoch FROM pg_catalog.clock_timestamp()) * 1000)::bigint
$$;

CREATE FUNCTION "${schema}".write_1(
  moment bigint, operation_count integer, operations integer[], kinds text[], keys text[], versions text[], texts text[],
  expiries bigint[]
) RETURNS boolean[] ${header} AS $$
DECLARE
  results boolean[] := array_fill(true, ARRAY[operation_count]);
  was_live boolean;
BEGIN
  PERFORM pg_advisory_xact_lock('${record}'::regclass::oid::integer, stripe) FROM (
    SELECT DISTINCT hashtext(split_part(name, '}:', 1)) & 255 AS stripe FROM unnest(keys) AS name ORDER BY stripe
  ) AS stripes;
  FOR step IN 1 .. cardinality(kinds) LOOP
    CONTINUE WHEN NOT results[operations[step]];
    CASE kinds[step]
      WHEN 'expect' THEN
        results[operations[step]] := versions[step] IS NOT DISTINCT FROM (
          SELECT version FROM ${record} WHERE key = keys[step] AND (expires IS NULL OR expires > moment)
        );
      WHEN 'put' THEN
        INSERT INTO ${record} (key, text, version, expires)
          VALUES (keys[step], texts[step], versions[step], expiries[step])
          ON CONFLICT (key) DO UPDATE SET text = excluded.text, version = excluded.version, expires = excluded.expires;
      WHEN 'drop' THEN
        DELETE FROM ${record} WHERE key = keys[step];
      WHEN 'delete' THEN
        DELETE FROM ${record} WHERE key = keys[step] RETURNING expires IS NULL OR expires > moment INTO was_live;
        results[operations[step]] := coalesce(was_live, false);
    END CASE;
  END LOOP;
  RETURN results;
END $$;

CREATE FUNCTION "${schema}".sweep_1(moment bigint, most integer) RETURNS integer ${header} AS $$
DECLARE
  swept integer;
BEGIN
  IF NOT pg_try_advisory_xact_lock('${record}'::regclass::oid::integer, -1) THEN
    RETURN 0;
  END IF;
  PERFORM set_config('synchronous_commit', 'off', true);
  DELETE FROM ${record} WHERE key IN (
    SELECT key FROM ${record} WHERE expires <= moment ORDER BY expires LIMIT most FOR UPDATE SKIP LOCKED
  );
  GET DIAGNOSTICS swept = ROW_COUNT;
  DELETE FROM ${window} WHERE ends < "${schema}".now_ms();
  DELETE FROM ${slot} WHERE until < "${schema}".now_ms();
  RETURN swept;
END $$;

CREATE FUNCTION "${schema}".borrow_1(
  borrower text, lease_ms bigint, kinds text[], keys text[], mosts integer[], needs integer[], aheads integer[],
  own bigint[], backs integer[], windows bigint[]
) RETURNS TABLE (granted integer, remaining integer, window_end bigint, ends_in bigint) ${header} AS $$
DECLARE
  moment bigint;
  taken integer;
  is_back boolean;
BEGIN
  PERFORM pg_advisory_xact_lock('${slot}'::regclass::oid::integer, number) FROM (
    SELECT DISTINCT hashtext(name) AS number FROM unnest(keys) AS name ORDER BY number
  ) AS numbers;
  moment := "${schema}".now_ms();
  FOR step IN 1 .. cardinality(keys) LOOP
    is_back := false;
    IF kinds[step] = 'window' THEN
      SELECT count, ends INTO taken, window_end FROM ${window} WHERE name = 'window:' || keys[step];
      IF NOT FOUND OR window_end <= moment OR window_end > moment + own[step] THEN
        taken := 0;
        window_end := moment + own[step];
      END IF;
      is_back := backs[step] > 0 AND window_end = windows[step];
      IF is_back THEN
        taken := greatest(0, taken - backs[step]);
      END IF;
      ends_in := window_end - moment;
    ELSE
      DELETE FROM ${slot} WHERE name = keys[step] AND until <= moment;
      SELECT coalesce(sum(count), 0) + own[step] INTO taken FROM ${slot} WHERE name = keys[step] AND host <> borrower;
      window_end := 0;
      ends_in := 0;
    END IF;
    remaining := greatest(0, mosts[step] - taken);
    granted := least(needs[step], remaining);
    granted := granted + least(aheads[step], (remaining - granted) / 10);
    remaining := remaining - granted;
    IF kinds[step] = 'window' THEN
      IF granted > 0 OR is_back THEN
        INSERT INTO ${window} VALUES ('window:' || keys[step], taken + granted, window_end)
          ON CONFLICT (name) DO UPDATE SET count = excluded.count, ends = excluded.ends;
      END IF;
    ELSIF own[step] + granted > 0 THEN
      INSERT INTO ${slot} VALUES (keys[step], borrower, own[step] + granted, moment + lease_ms)
        ON CONFLICT (name, host) DO UPDATE SET count = excluded.count, until = excluded.until;
    ELSE
      DELETE FROM ${slot} WHERE name = keys[step] AND host = borrower;
    END IF;
    RETURN NEXT;
  END LOOP;
END $$;
`
}
