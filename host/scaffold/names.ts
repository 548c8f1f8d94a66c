import { builtinModules } from 'node:module'
import { slugFault } from '@product-host/sdk/runtime'

/** What a plugin's package and its product are called. */
export interface PluginNames {
  /** As npm knows it, such as `@acme/hello`. */
  readonly package: string
  /** The product's name in the path: the package's name without its scope. */
  readonly slug: string
  /** The slug as a person would write it. */
  readonly title: string
}

const npmForm = /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/
const npmRefuses = ['node_modules', 'favicon.ico', ...builtinModules]

/** The names of a new plugin. Throws, in a sentence, when npm or a host would refuse one of them. */
export function pluginNames(name: string): PluginNames {
  if (name.length > 214 || !npmForm.test(name))
    throw new Error(
      `npm takes no package called "${name}": lower-case letters, digits and hyphens, such as @acme/hello.`
    )
  if (npmRefuses.includes(name))
    throw new Error(`npm takes no package called "${name}", which is a name of Node's own.`)
  const slug = name.slice(name.indexOf('/') + 1)
  const fault = slugFault(slug)
  if (fault) throw new Error(fault)
  const words = slug.replaceAll('-', ' ')
  return { package: name, slug, title: `${words[0]?.toUpperCase()}${words.slice(1)}` }
}
