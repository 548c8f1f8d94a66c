/** This product's own name, and those of its actions that run others. */
export const own = { slug: 'core', recall: 'recall', route: 'route', gather: 'gather', agent: 'agent' } as const

/** Those that no plan, gathering or routing runs in its turn, so that none of them ends up in itself. */
export function runsOthers(product: string, action: string): boolean {
  return product === own.slug && (action === own.route || action === own.agent)
}
