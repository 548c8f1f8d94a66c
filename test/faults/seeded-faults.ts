/** A fault that is put into the compiled code, and the test that has to fail by it. */
export interface SeededFault {
  readonly area: string
  readonly what: string
  /** From the root. */
  readonly file: string
  /** What is replaced; the file has it once. */
  readonly from: string
  readonly to: string
  /** Below `dist-test`, with parameters. */
  readonly test: string
}

const sqlite = 'host/storage/sqlite/backend.test.js'

/** Faults of each area; `test/faults/README.md` shows which test found which. */
export const seededFaults: readonly SeededFault[] = [
  {
    area: 'storage',
    what: 'a write is acknowledged before it is committed',
    file: 'host/dist/storage/sqlite/writer-thread.js',
    from: '    statements.commit.run();\n',
    to: '    setTimeout(() => statements.commit.run(), 5);\n',
    test: sqlite
  },
  {
    area: 'storage',
    what: 'a write is acknowledged before it is on disk',
    file: 'host/dist/storage/sqlite/writer-thread.js',
    from: 'PRAGMA synchronous = FULL',
    to: 'PRAGMA synchronous = OFF',
    test: 'faults/fsync.js order'
  },
  {
    area: 'wal-watch',
    what: 'the files of the store are not checked',
    file: 'host/dist/storage/sqlite/open-files.js',
    from: '    requireSame() {\n',
    to: '    requireSame() {\n        return;\n',
    test: sqlite
  },
  {
    area: 'retention',
    what: 'expired records are not deleted',
    file: 'host/dist/storage/sqlite/backend.js',
    from: '        await this.sweep();\n',
    to: '',
    test: sqlite
  },
  {
    area: 'retention',
    what: 'one kind of record is stored without an end',
    file: 'host/dist/audit/operator-log.js',
    from: ", ttlMs: this.store.storedMs('operatorLogDays')",
    to: '',
    test: 'host/base/retention.test.js'
  },
  {
    area: 'retention',
    what: 'a setting is not used',
    file: 'host/dist/accounts/sessions.js',
    from: "store.storedMs('idleSessionDays')",
    to: '3 * 24 * 60 * 60 * 1000',
    test: 'host/base/retention.test.js'
  },
  {
    area: 'idempotency',
    what: 'another input is not compared',
    file: 'host/dist/execution/idempotency.js',
    from: 'if (found.fingerprint !== fingerprint)',
    to: 'if (false)',
    test: 'host/execution/idempotency.test.js'
  },
  {
    area: 'idempotency',
    what: 'a call whose lease has ended overwrites the answer',
    file: 'host/dist/execution/idempotency.js',
    from: 'stored && stored.holder !== this.own.holder',
    to: 'false',
    test: 'host/execution/idempotency.test.js'
  },
  {
    area: 'jobs',
    what: 'the job of a dead process is not taken over',
    file: 'host/dist/jobs/job-store.js',
    from: 'this.clock.now() + leaseMs(stored)',
    to: 'this.clock.now() + 1e11',
    test: 'host/execution/job-runner.test.js'
  },
  {
    area: 'jobs',
    what: 'a process ends a job that another one has taken over',
    file: 'host/dist/jobs/job-store.js',
    from: 'if (read(key)?.stamp !== claimed.stamp)',
    to: 'if (read(key) === undefined)',
    test: 'host/execution/job-runner.test.js'
  },
  {
    area: 'erasure',
    what: 'a call that began before a deletion schedules a job after it',
    file: 'host/dist/storage/job-records.js',
    from: 'call.begunAt <=',
    to: 'Infinity <=',
    test: 'host/accounts/product-data.test.js'
  },
  {
    area: 'erasure',
    what: 'an authorization code outlives its account',
    file: 'host/dist/accounts/keys/connected-apps.js',
    from: 'await this.#removeCodes(account);',
    to: '',
    test: 'security/oauth.test.js'
  },
  {
    area: 'gate',
    what: 'every call is let in',
    file: 'host/dist/resilience/overload.js',
    from: '        if (!isCounted)\n',
    to: '        if (true)\n',
    test: 'host/resilience/overload.test.js'
  },
  {
    area: 'gate',
    what: 'one account may fill a crowded host',
    file: 'host/dist/resilience/overload.js',
    from: 'if (isCrowded && others > 0',
    to: 'if (false && others > 0',
    test: 'host/resilience/overload.test.js'
  },
  {
    area: 'keys',
    what: 'an expired key is accepted',
    file: 'host/dist/accounts/keys/check-key.js',
    from: 'return expiryObservedAt !== undefined || (expiresAt !== undefined && Date.parse(expiresAt) <= now);',
    to: 'return false;',
    test: 'host/accounts/clock-set-back.test.js'
  },
  {
    area: 'clock',
    what: 'an expiry that was observed is not recorded',
    file: 'host/dist/accounts/keys/check-key.js',
    from: '            await this.#recordExpiry(digestOf(key), record);\n',
    to: '',
    test: 'host/accounts/clock-set-back.test.js'
  },
  {
    area: 'pipelining',
    what: 'a connection may send any number of requests without reading',
    file: 'host/dist/http/connections.js',
    from: 'if (waiting > mostPipelined)',
    to: 'if (false)',
    test: 'host/http/connections.test.js'
  },
  {
    area: 'pipelining',
    what: 'a request begins before the answers to those before it',
    file: 'host/dist/http/connections.js',
    from: "        response.once('socket', () => {\n",
    to: '        setImmediate(() => {\n',
    test: 'host/http/connections.test.js'
  },
  {
    area: 'bodies',
    what: 'a body without a length is read to its end',
    file: 'host/dist/http/request-body.js',
    from: 'if (length <= largestBody)',
    to: 'if (true)',
    test: 'host/http/refusals.test.js'
  },
  {
    area: 'records',
    what: 'a record that cannot be read counts as a failure of its product',
    file: 'host/dist/execution/pipeline.js',
    from: 'if (settled.error instanceof UnreadableRecord)',
    to: 'if (false)',
    test: 'host/resilience/unreadable-record.test.js'
  },
  {
    area: 'output',
    what: 'a plugin may print and log without a bound',
    file: 'host/dist/isolation/output-limit.js',
    from: 'const fits = this.#lines + lines <= most.lines * factor && this.#bytes + bytes <= most.bytes * factor;',
    to: 'const fits = true;',
    test: 'host/isolation/output-limit.test.js'
  },
  {
    area: 'secrets',
    what: 'members of a log line that hold secrets are written',
    file: 'host/dist/base/log.js',
    from: "censor: '[redacted]'",
    to: 'censor: value => value',
    test: 'host/base/log.test.js'
  },
  {
    area: 'secrets',
    what: 'the address of a request is logged as its caller wrote it',
    file: 'host/dist/http/request-log.js',
    from: 'const route = notes.route ?? routeOf(request);',
    to: "const route = request.url ?? '';",
    test: 'host/http/log-privacy.test.js'
  },
  {
    area: 'answers',
    what: 'members that the schema does not declare are not dropped',
    file: 'sdk/dist/runtime/compile-schema.js',
    from: 'delete copy[name];',
    to: '',
    test: 'host/execution/undeclared-members.test.js'
  },
  {
    area: 'commands',
    what: 'a command makes a store under a mistyped DATA_DIR',
    file: 'host/dist/cli/operations.js',
    from: "if (exists(join(dataFolder, 'store.sqlite')))",
    to: 'if (true)',
    test: 'host/cli/deployment/check.slow.test.js'
  },
  {
    area: 'signals',
    what: 'SIGHUP ends the host at once',
    file: 'host/dist/start/run.js',
    from: "['SIGTERM', 'SIGINT', 'SIGHUP']",
    to: "['SIGTERM', 'SIGINT']",
    test: 'journeys/signals.slow.test.js'
  }
]
