import { resolve } from 'node:path'
import { Command } from 'commander'
import { pluginNames } from '../scaffold/names.js'
import { templateFiles } from '../scaffold/template.js'
import { versionsFor } from '../scaffold/versions.js'
import { writeNew } from '../scaffold/write.js'
import { print } from './print.js'

interface Options {
  readonly sdk?: string
  readonly host?: string
}

/** `product-host new` */
export function newCommand(): Command {
  return new Command('new')
    .description('write a new plugin: a package that builds, passes its tests and runs as it is')
    .argument('<name>', 'the package’s name, such as @acme/hello; what follows the slash names folder and product')
    .option('--sdk <version or tarball>', 'the sdk that it is written against; this host’s when left out')
    .option('--host <version or tarball>', 'the host that it is tried on; this one when left out')
    .action(async (name: string, options: Options) => {
      const names = pluginNames(name)
      const folder = resolve(names.slug)
      await writeNew(folder, templateFiles(names, await versionsFor(folder, options)))
      print(false, undefined, [
        `Wrote the plugin ${names.package} into ${folder}. Go on with:`,
        '',
        `  cd ${names.slug} && npm install && npm test`,
        '  npm run dev'
      ])
    })
}
