import { Client } from '@product-host/sdk/client'
import { Command } from 'commander'
import { productTypes } from '../products/typescript.js'

/** `product-host types <url>`: what a client in TypeScript is typed with, from a host that runs. */
export function typesCommand(): Command {
  return new Command('types')
    .description('print the TypeScript types of the products that a running host serves')
    .argument('<url>', "the host's address, such as http://127.0.0.1:3000")
    .action(async (url: string) => {
      const client = new Client({ url })
      const slugs = (await client.catalogue()).map(({ slug }) => slug)
      const products = await Promise.all(slugs.map(slug => client.describe(slug)))
      process.stdout.write(productTypes(products, url))
    })
}
