#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { deploymentFiles } from './deployment-files.js'

const help = `Makes a folder in which Product Host runs: npm create product-host [folder] [-- options]

The folder is the current one if none is named. It must be empty.

Options
  --product <package>  a product to serve, once for each; without it, @product-host/core
  --no-install         only write the files, and print the command that installs the packages
  --help               print this
`

/** The names of packages that npm allows. */
const packageForm = /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/

try {
  await create(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

async function create(parameters: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args: parameters,
    allowPositionals: true,
    options: {
      product: { type: 'string', multiple: true, default: ['@product-host/core'] },
      'no-install': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false }
    }
  })
  if (values.help) return void process.stdout.write(help)
  if (positionals.length > 1) throw new Error(`Name one folder, not ${positionals.length}: ${positionals.join(', ')}.`)
  const products = [...new Set(values.product)]
  for (const name of products)
    if (!packageForm.test(name))
      throw new Error(`"${name}" is not the name of an npm package, such as @product-host/core.`)
  const folder = resolve(positionals[0] ?? '.')
  await writeNew(folder, deploymentFiles(products))
  const packages = ['@product-host/host', '@product-host/sdk', ...products]
  if (!values['no-install']) await install(folder, packages)
  const place = relative('.', folder)
  const next = [
    ...(place === '' ? [] : [`cd ${place}`]),
    ...(values['no-install'] ? [`npm install ${packages.join(' ')}`] : []),
    'npm start'
  ]
  process.stdout.write(
    `\nWrote a deployment into ${folder}. Continue with:\n\n${next.map(line => `  ${line}\n`).join('')}`
  )
}

/** Writes files into a folder that is empty or missing. Throws, in a sentence, when it contains anything. */
async function writeNew(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(folder, { recursive: true })
  if ((await readdir(folder)).length > 0)
    throw new Error(`The folder ${folder} is not empty. Name a new one: npm create product-host my-host`)
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text, { flag: 'wx' })
}

/** Installs packages by the npm that runs this program, or else by the one in PATH. */
async function install(folder: string, packages: readonly string[]): Promise<void> {
  const npm = process.env.npm_execpath
  const [program, ...first] = npm?.endsWith('npm-cli.js') ? [process.execPath, npm] : ['npm']
  const child = spawn(program, [...first, 'install', '--no-audit', '--no-fund', ...packages], {
    cwd: folder,
    stdio: 'inherit',
    shell: program === 'npm' && process.platform === 'win32'
  })
  const [code] = await once(child, 'exit')
  if (code === 0) return
  throw new Error(
    `npm could not install the packages. The files are in ${folder}; try again there: npm install ${packages.join(' ')}`
  )
}
