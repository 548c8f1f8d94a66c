/** The files of a new deployment of products, by their names. npm adds the packages to package.json when it installs them. */
export function deploymentFiles(products: readonly string[]): Readonly<Record<string, string>> {
  const plugins = products.map(name => ({ package: name, required: true }))
  return {
    'package.json': json(manifest),
    'product-host.json': json({ plugins }),
    'settings.env': settings,
    '.gitignore': 'node_modules\n.data\nsecrets\n',
    'README.md': readme
  }
}

const manifest = {
  private: true,
  description: 'A deployment of Product Host.',
  scripts: {
    start: 'product-host --settings-file settings.env start',
    check: 'product-host --settings-file settings.env check',
    'product-host': 'product-host --settings-file settings.env'
  },
  engines: { node: '>=22.16.0' }
}

const settings = `# Settings of the host, one NAME=value a line; variables of the environment win. No secrets: README.md says where they belong.
# All settings: node_modules/@product-host/host/docs/operations.md

# A demo with a published key, which only this machine can reach. Remove this line in production.
DEMO_MODE=local
`

const readme = `# A deployment of Product Host

\`\`\`
npm start                        # serves what product-host.json names, and prints calls to paste
npm run check                    # says whether the host would start with these settings
npm run product-host -- --help   # all commands, such as add, backup and keys create
\`\`\`

The manual is in \`node_modules/@product-host/host\`: \`docs/operations.md\` has the settings and the deployment file, \`docs/products.md\` how to add
and upgrade products, \`deploy/README.md\` how to run with systemd, in containers and on several machines.

The store is \`.data/store.sqlite\`. Secrets in it are encrypted with \`.data/encryption.key\`.

## In production

Behind a reverse proxy with TLS, put these lines into \`settings.env\` in place of \`DEMO_MODE\`:

\`\`\`
NODE_ENV=production
PUBLIC_URL=https://products.example.com
TRUST_PROXY=1
ENCRYPTION_KEYS_FILE=secrets/encryption_keys
\`\`\`

Make the key, and keep a copy of it elsewhere: without it, nobody can read the secrets in a backup. In production, the host creates no store
unasked, so start it once with \`--new-store\`:

\`\`\`
mkdir -m 700 secrets && openssl rand -base64 32 > secrets/encryption_keys
npm start -- --new-store
\`\`\`

Some settings need a package that npm has not installed: \`npm install @keyv/redis\` for \`REDIS_URL\`, \`nodemailer\` for \`SMTP_URL\`,
\`stripe\` for \`STRIPE_SECRET_KEY\`. PostgreSQL (\`DATABASE_URL\`) needs none. \`pino-pretty\` makes the log readable on a terminal.

Every later start is \`npm start\`. In a second shell, make the first key of an account:

\`\`\`
npm run product-host -- keys create --account acme --name "first key"
\`\`\`
`

function json(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}
