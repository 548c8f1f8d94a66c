import { CONTRACT } from '@product-host/sdk'

/** The names of a plugin's package and product. */
export interface PluginNames {
  /** The package's name in npm, such as `@acme/hello`. */
  readonly package: string
  /** The product's name in the path: the package's name without its scope. */
  readonly slug: string
  /** The slug as a person would write it. */
  readonly title: string
}

/** The packages that a new plugin is built against. */
export interface Versions {
  /** The range of sdks that the plugin works with. */
  readonly peer: string
  /** What npm installs to build and try it: a range, or the path of a tarball from the plugin's folder. */
  readonly sdk: string
  readonly host: string
}

/** The files of a new plugin, by their paths in its folder. */
export function templateFiles(names: PluginNames, versions: Versions): Readonly<Record<string, string>> {
  return {
    'package.json': json(manifest(names, versions)),
    'tsconfig.json': json(compilerSettings),
    'product-host.json': json({ plugins: [{ package: names.package, required: true }] }),
    '.gitignore': 'node_modules\ndist\n.data\n',
    'index.ts': index(names),
    'actions/greet.ts': greet,
    'test/product.test.ts': test,
    'test/conform.test.ts': conformTest,
    'README.md': readme(names)
  }
}

function manifest({ package: name, title }: PluginNames, { peer, sdk, host }: Versions): object {
  return {
    name,
    version: '0.1.0',
    description: `${title}, a product for Product Host.`,
    type: 'module',
    exports: {
      '.': { types: './dist/index.d.ts', default: './dist/index.js' },
      './package.json': './package.json'
    },
    files: ['dist', '!dist/test'],
    engines: { node: '>=22.16.0' },
    scripts: {
      build: 'tsc',
      watch: 'tsc --watch --preserveWatchOutput',
      test: 'tsc && node --test "dist/test/*.test.js"',
      dev: 'product-host dev',
      prepack: `node -e "fs.rmSync('dist', { recursive: true, force: true })" && tsc`
    },
    productHost: { contract: CONTRACT },
    peerDependencies: { '@product-host/sdk': peer },
    devDependencies: {
      '@product-host/host': host,
      '@product-host/sdk': sdk,
      '@types/node': '^24.0.0',
      'fast-check': '^4.10.2',
      typescript: '~7.0.0'
    }
  }
}

const compilerSettings = {
  compilerOptions: {
    target: 'es2023',
    lib: ['es2024'],
    module: 'nodenext',
    types: ['node'],
    rootDir: '.',
    outDir: 'dist',
    declaration: true,
    strict: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
    skipLibCheck: true
  },
  exclude: ['dist', 'node_modules']
}

function index({ slug, title }: PluginNames): string {
  return `import { defineProduct } from '@product-host/sdk'
import { greet } from './actions/greet.js'

export default defineProduct({
  slug: '${slug}',
  title: '${title}',
  description: 'Greets people by their names.',
  version: '0.1.0',
  actions: { greet }
})
`
}

const greet = `import { defineAction, Type } from '@product-host/sdk'

/** Greets by name. */
export const greet = defineAction({
  title: 'Greet',
  description: 'Greets by name.',
  effect: 'read',
  input: Type.Object({
    name: Type.String({ title: 'Name', minLength: 1, maxLength: 80, default: 'world', description: 'Who is greeted.' })
  }),
  detail: Type.Object({ greeting: Type.String() }),
  metrics: Type.Object({ characters: Type.Integer() }),
  examples: [
    { title: 'Anyone', input: {} },
    { title: 'Somebody', input: { name: 'Ada' } }
  ],

  run({ name }) {
    const greeting = \`Hello, \${name}.\`
    return { summary: 'Greeted.', metrics: { characters: greeting.length }, detail: { greeting } }
  }
})
`

const test = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testContext } from '@product-host/sdk/testing'
import product from '../index.js'

test('greet greets by name', async () => {
  const { run } = testContext(product)
  const { detail } = await run('greet', { name: 'Ada' })
  assert.deepEqual(detail, { greeting: 'Hello, Ada.' })
})
`

const conformTest = `import { test } from 'node:test'
import { conform } from '@product-host/sdk/testing'

/** By its URL, so that the proof includes its import. */
const product = new URL('../index.js', import.meta.url)

test('the product conforms', () => conform(product, { requireTitles: true }))
`

function readme({ package: name, slug, title }: PluginNames): string {
  return `# ${title}

A product for Product Host, written with \`@product-host/sdk\`. The manual is the sdk's README and its \`docs\` folder.

\`\`\`
npm install
npm test           # builds, runs the action, checks the contract with the host
npm run dev        # serves what product-host.json names, and prints calls to paste
npm run watch      # in a second shell: builds after each change, and dev serves the new build
\`\`\`

To serve it, install it in a deployment's folder and name it in the deployment file: \`{ "package": "${name}" }\`.

## Actions

\`POST /api/v1/products/${slug}/execute\`

### greet

\`\`\`
{ "action": "greet", "name": "Ada" }
\`\`\`

\`name\` has 1 to 80 characters and is \`world\` when left out. \`detail.greeting\` is the greeting.
`
}

function json(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}
