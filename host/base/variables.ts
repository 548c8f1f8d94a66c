/** The variables of the environment that the host reads, with their meaning in Markdown and their default. */
export const variables = [
  ['PORT', 'port that takes connections; `0` chooses a free one', '3000'],
  ['HOST', 'address of the network interface that takes connections', '127.0.0.1'],
  ['PRODUCT_HOST_CONFIG', 'path of the deployment file, which names the plugins and the limits', 'product-host.json'],
  ['DATA_DIR', 'folder of the embedded store', '.data'],
  [
    'REDIS_URL',
    'URL of the Redis server that stores everything in place of the embedded store, such as `redis://user:password@redis.example:6379`',
    'none'
  ],
  [
    'DATABASE_URL',
    'URL of the PostgreSQL database that stores everything in place of the embedded store, such as ' +
      '`postgres://user:password@postgres.example:5432/database?sslmode=verify-full`',
    'none'
  ],
  [
    'ENCRYPTION_KEYS',
    'keys that secrets are encrypted with: 32 bytes each in base64, comma-separated; the first encrypts, all ' +
      'decrypt; required in production and with `REDIS_URL` or `DATABASE_URL`',
    'created in `DATA_DIR`'
  ],
  ['NODE_ENV', '`production`, `development`, or `test`, which is the same as `development`', 'development'],
  [
    'DEMO_MODE',
    '`local` makes the host a demo: it has a publicly known API key, and only this machine can reach it',
    'off'
  ],
  [
    'PUBLIC_URL',
    'the URL that clients see; required in production',
    'http://HOST:PORT, or localhost for every address'
  ],
  ['ALLOW_INSECURE_PUBLIC_URL', 'whether `PUBLIC_URL` may begin with `http:` in production; `1` allows it', 'off'],
  [
    'CORS_ORIGINS',
    'origins whose pages may call this host from a browser, comma-separated; without it, only its own pages may',
    'none'
  ],
  [
    'TRUST_PROXY',
    'reverse proxies that are trusted: their number, or their addresses and networks, comma-separated; also ' +
      '`loopback`, `linklocal` or `uniquelocal`; without it, none is trusted',
    'none'
  ],
  [
    'SMTP_URL',
    'URL of the mail server, such as `smtps://user:password@mail.example.com`; with it, e-mail addresses are verified and notices of security events are sent',
    'none'
  ],
  ['MAIL_FROM', 'sender of e-mails; required with `SMTP_URL`', 'none'],
  [
    'STRIPE_SECRET_KEY',
    'secret key of the Stripe account that bills for the plan; required if `billing` in the deployment file is `"stripe"`, except in the demo',
    'none'
  ],
  [
    'STRIPE_WEBHOOK_SECRET',
    'signing secret of the webhook endpoint `/webhooks/stripe`, from Stripe; required with `STRIPE_SECRET_KEY`',
    'none'
  ],
  ['STRIPE_PRICE_ID', 'ID of the price of the plan, from Stripe; required with `STRIPE_SECRET_KEY`', 'none'],
  ['STRIPE_API_URL', 'URL of Stripe’s API; change it only for a test server', 'https://api.stripe.com'],
  [
    'MODEL_URL',
    'URL of an OpenAI-compatible API with which products write texts, such as `https://models.example/v1`; without it, products use no language model',
    'none'
  ],
  ['MODEL_API_KEY', 'API key for `MODEL_URL`', 'none'],
  ['MODEL_NAME', 'name of the model; required with `MODEL_URL`', 'none'],
  [
    'METRICS_TOKEN',
    'bearer token that `/metrics` requires; without it, only this machine can read `/metrics` in production',
    'none'
  ],
  [
    'CREDENTIALS_DIRECTORY',
    'folder with a file for each secret, named as the variable in lower case; systemd sets it',
    'none'
  ],
  [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'address of an OpenTelemetry collector that takes OTLP over HTTP, such as `http://collector.example:4318`; with it, calls are traced, and metrics sent',
    'none'
  ],
  [
    'OTEL_EXPORTER_OTLP_HEADERS',
    'headers for the collector, as `name=value` with percent-encoded values, comma-separated',
    'none'
  ],
  ['OTEL_SERVICE_NAME', 'name of this host in traces', 'product-host'],
  ['OTEL_TRACES_SAMPLER_ARG', 'share of the calls that are traced, from 0 to 1', '1'],
  [
    'LOG_LEVEL',
    'what is logged, from most to least: `trace`, `debug`, `info`, `warn`, `error` or `silent`; `logLevel` in the deployment file takes its place',
    'info'
  ],
  [
    'SHUTDOWN_DELAY_MS',
    'milliseconds for which a stopping host still accepts connections, while `/readyz` answers 503: longer than two checks of a balancer that polls it',
    '0'
  ],
  ['SHUTDOWN_GRACE_MS', 'milliseconds that running requests have when the host stops', '8000'],
  [
    'ADMIN_PORT',
    'port of a second listener for `/livez`, `/readyz` and `/metrics`, which answers even when the host is busy',
    'none'
  ],
  ['ADMIN_HOST', 'address of the listener on `ADMIN_PORT`', '127.0.0.1']
] as const

/** The name of a variable that the host reads. */
export type Variable = (typeof variables)[number][0]
