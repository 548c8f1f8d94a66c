import type { Hook } from '@product-host/sdk/client'
import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { useHooks, useOfferedHooks } from '../../api/webhooks/hooks.js'
import { Button } from '../../parts/button.js'
import { Loaded } from '../../parts/loaded.js'
import { Card, Empty, Page } from '../../parts/page.js'
import { Table } from '../../parts/table.js'
import { Badge } from '../../parts/values.js'
import { HookUrl } from './hook-url.js'
import { NewHook } from './new-hook.js'

/** URLs that may call one action each: all of them, or those of the product that the address names. */
export function Hooks() {
  const [search] = useSearchParams()
  const slug = search.get('product')
  const hooks = useHooks()
  const offered = useOfferedHooks()?.filter(({ product }) => slug === null || product.slug === slug)
  const [isCreating, setCreating] = useState(false)
  const [made, setMade] = useState<Hook>()
  const titleOf = useHookTitles()
  return (
    <Page
      title="Hooks"
      lead="URLs that forms, scripts and other services call without an API key. Each runs one action of a product."
      aside={
        offered &&
        offered.length > 0 && (
          <Button tone="primary" onClick={() => setCreating(true)}>
            Make a hook
          </Button>
        )
      }
    >
      {isCreating && offered && (
        <NewHook
          offered={offered}
          show={hook => {
            setCreating(false)
            setMade(hook)
          }}
          close={() => setCreating(false)}
        />
      )}
      {made && <HookUrl hook={made} close={() => setMade(undefined)} />}
      <Card title="Your hooks">
        {slug !== null && (
          <p>
            Of {offered?.[0]?.product.title ?? slug}. <Link to="/hooks">Show the hooks of all products</Link>
          </p>
        )}
        <Loaded query={hooks} lines={4}>
          {all => {
            const found = all.filter(({ productId }) => slug === null || productId === slug)
            return found.length === 0 ? (
              <Empty title="No hooks yet">
                <p className="quiet">When you make a hook, its URL is shown once.</p>
              </Empty>
            ) : (
              <Table
                columns={[
                  { title: 'Name', cell: ({ id, name }) => <Link to={`/hooks/${id}`}>{name}</Link> },
                  { title: 'State', cell: hook => <HookState hook={hook} /> },
                  { title: 'Takes', cell: hook => titleOf(hook) },
                  { title: 'URL ends in', cell: ({ tokens: [token] }) => token && <code>{token.lastFour}</code> }
                ]}
                onNarrow="compact"
                rows={found}
                keyOf={({ id }) => id}
              />
            )
          }}
        </Loaded>
      </Card>
    </Page>
  )
}

/** What people call what a hook does, with its product. */
export function useHookTitles(): (hook: Pick<Hook, 'productId' | 'hook'>) => string {
  const offered = useOfferedHooks() ?? []
  return ({ productId, hook: name }) => {
    const found = offered.find(({ product, hook }) => product.slug === productId && hook.name === name)
    return found ? `${found.product.title}: ${found.hook.title}` : 'A product that is not served any more'
  }
}

/** Whether a hook takes calls. */
export function HookState({ hook: { enabled, paused } }: { readonly hook: Hook }) {
  if (!enabled) return <Badge>Off</Badge>
  return paused ? <Badge tone="warning">Paused</Badge> : <Badge tone="good">On</Badge>
}
