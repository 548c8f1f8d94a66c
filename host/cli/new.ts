import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { slugError } from '@product-host/sdk/runtime'
import { Command } from 'commander'
import { minVersion, validRange } from 'semver'
import { readJsonFile } from '../base/files.js'
import { print } from './output.js'
import { type PluginNames, templateFiles, type Versions } from './plugin-template.js'

interface Options {
  readonly sdk?: string
  readonly host?: string
  readonly json?: boolean
}

/** `product-host new` */
export function newCommand(): Command {
  return new Command('new')
    .description('create a new plugin: a package that builds, passes its tests and runs')
    .argument('<name>', 'the package’s name, such as @acme/hello; what follows the slash names folder and product')
    .option('--sdk <version or tarball>', 'the sdk that it is written against; by default this host’s')
    .option('--host <version or tarball>', 'the host that it is tried on; by default this one')
    .option('--json', 'for scripts')
    .action(async (name: string, { json, ...options }: Options) => {
      const names = pluginNames(name)
      const folder = resolve(names.slug)
      await writeNew(folder, templateFiles(names, await versionsFor(folder, options)))
      print(json, { package: names.package, slug: names.slug, folder }, [
        `Wrote the plugin ${names.package} into ${folder}. Continue with:`,
        '',
        `  cd ${names.slug} && npm install && npm test`,
        '  npm run dev'
      ])
    })
}

/** Writes files into a folder that is empty or missing. Throws, in a sentence, when it contains anything. */
async function writeNew(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(folder, { recursive: true })
  if ((await readdir(folder)).length > 0) throw new Error(`The folder ${folder} is not empty.`)
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text, { flag: 'wx' })
  }
}

/** The names of packages that npm allows. */
export const npmForm = /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/
const npmRefuses = ['node_modules', 'favicon.ico', ...builtinModules]

/** The names of a new plugin. Throws, in a sentence, when npm or a host would refuse one of them. */
function pluginNames(name: string): PluginNames {
  if (name.length > 214 || !npmForm.test(name))
    throw new Error(
      `npm does not allow a package called "${name}": lower-case letters, digits and hyphens, such as @acme/hello.`
    )
  if (npmRefuses.includes(name))
    throw new Error(`npm does not allow a package called "${name}", which is a name of Node's own.`)
  const slug = name.slice(name.indexOf('/') + 1)
  const error = slugError(slug)
  if (error) throw new Error(error)
  const words = slug.replaceAll('-', ' ')
  return { package: name, slug, title: `${words[0]?.toUpperCase()}${words.slice(1)}` }
}

interface Manifest {
  readonly version: string
  readonly dependencies: Readonly<Record<string, string>>
}

/**
 * The versions that belong to this host, unless a version or a tarball is named. Throws, in a sentence, if the text is
 * neither.
 */
async function versionsFor(
  folder: string,
  { sdk, host }: { readonly sdk?: string; readonly host?: string }
): Promise<Versions> {
  const manifest = (await readJsonFile(fileURLToPath(new URL('../../package.json', import.meta.url)))) as Manifest
  const known = manifest.dependencies['@product-host/sdk'] ?? `^${manifest.version}`
  return {
    peer: sdk !== undefined && validRange(sdk) ? `^${minVersion(sdk)}` : known,
    sdk: sdk === undefined ? known : await specifier(sdk, folder),
    host: host === undefined ? `^${manifest.version}` : await specifier(host, folder)
  }
}

async function specifier(named: string, folder: string): Promise<string> {
  if (validRange(named)) return named
  const path = resolve(named)
  const isFile = await stat(path).then(
    found => found.isFile(),
    () => false
  )
  if (!isFile) throw new Error(`"${named}" is neither a version, such as 0.1.0, nor a tarball that npm pack made.`)
  return `file:${relative(folder, path).replaceAll('\\', '/')}`
}
