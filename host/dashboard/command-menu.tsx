import type { ProductSummary } from '@product-host/sdk/client'
import { type KeyboardEvent, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { useAccount } from './api/account.js'
import { anyCall, useCalls } from './api/calls.js'
import { useCatalogue } from './api/products.js'
import { Button } from './parts/button.js'
import { Dialog } from './parts/dialog.js'
import { Glyph } from './parts/glyph.js'
import { routes } from './routes.js'

interface Command {
  readonly title: string
  /** Where it stands in the list, under this heading. */
  readonly group: (typeof groups)[number]
  /** What it belongs to, such as the product of an action. */
  readonly of?: string
  readonly path: string
  /** The product that it leads to. */
  readonly product?: ProductSummary
}

const groups = ['Recent', 'Actions', 'Products', 'Pages', 'Settings'] as const

/** The order for a typed text: few letters of a page lead to it. */
const groupsOfFound = ['Pages', 'Products', 'Actions', 'Settings'] as const

/** How many of the actions that were run last come first. */
const mostUsed = 3

interface CommandMenuProps {
  /** What was typed before it was there. */
  readonly early: { readonly current: string }
  readonly close: () => void
}

/** Goes to a page, a product, an action or its settings by typing a part of its name. */
export function CommandMenu({ early, close }: CommandMenuProps) {
  const [, navigate] = useLocation()
  const [typed, setTyped] = useState(() => early.current)
  const [chosen, setChosen] = useState(0)
  const id = useId()
  const isSearching = typed.trim() !== ''
  const shownGroups = isSearching ? groupsOfFound : groups
  const all = matching(useCommands(), typed)
  const used = isSearching ? [] : all.filter(({ group }) => group === 'Recent').map(({ path }) => path)
  const isOnceMore = ({ group, path }: Command) => group === 'Actions' && used.includes(path)
  const commands = shownGroups.flatMap(group => all.filter(each => each.group === group && !isOnceMore(each)))
  const go = (command: Command | undefined) => {
    if (!command) return
    close()
    navigate(command.path)
  }
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && commands.length > 0) {
      event.preventDefault()
      const next = (chosen + step + commands.length) % commands.length
      setChosen(next)
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      go(commands[chosen])
    }
  }
  return (
    <Dialog title="Go to" close={close}>
      <input
        autoFocus
        role="combobox"
        aria-label="Page, product or action"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={commands.length > 0 ? `${id}-${chosen}` : undefined}
        autoComplete="off"
        placeholder="Page, product or action"
        value={typed}
        onChange={event => {
          setTyped(event.target.value)
          setChosen(0)
        }}
        onKeyDown={move}
      />
      <div id={`${id}-list`} role="listbox" aria-label="Found" className="commands">
        {shownGroups.map(group => {
          const own = commands.filter(command => command.group === group)
          return (
            own.length > 0 && (
              // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
              <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
                <p id={`${id}-${group}`} className="quiet command-group" role="presentation">
                  {group}
                </p>
                {own.map(command => {
                  const index = commands.indexOf(command)
                  return (
                    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field above has the keys and the focus
                    <div
                      key={`${group} ${command.path}`}
                      id={`${id}-${index}`}
                      role="option"
                      aria-selected={index === chosen}
                      className="command"
                      onClick={() => go(command)}
                    >
                      <span>
                        {command.product && <Glyph of={command.product} />}
                        {command.title}
                      </span>{' '}
                      {command.of && <span className="quiet">{command.of}</span>}
                    </div>
                  )
                })}
              </div>
            )
          )
        })}
      </div>
      {commands.length === 0 && (
        <p className="quiet" role="status">
          Nothing has this name.
        </p>
      )}
      <div className="command-foot">
        <span className="quiet wide-only">
          <kbd>↑</kbd> <kbd>↓</kbd> to choose, <kbd>Enter</kbd> to open, <kbd>Esc</kbd> to close
        </span>
        <Button className="small" onClick={close}>
          Close
        </Button>
      </div>
    </Dialog>
  )
}

function useCommands(): readonly Command[] {
  const account = useAccount().data
  const products = useCatalogue().data?.products ?? []
  const calls = useCalls(anyCall, false).data?.pages[0]?.calls ?? []
  const actions = products.flatMap(product =>
    product.actions.map(name => ({
      title: product.actionTitles[name] ?? name,
      of: product.title,
      path: `/products/${product.slug}?action=${name}`,
      product
    }))
  )
  const used = [...new Set(calls.map(({ product, action }) => `/products/${product}?action=${action}`))]
  return [
    ...used
      .flatMap(path => actions.filter(action => action.path === path))
      .slice(0, mostUsed)
      .map(action => ({ ...action, group: 'Recent' as const })),
    ...routes.flatMap(({ path, navigation, isForOperators }) =>
      navigation && (!isForOperators || account?.isOperator)
        ? [{ title: navigation, group: 'Pages' as const, path }]
        : []
    ),
    { title: 'Create a key', group: 'Pages', path: '/keys?new' },
    ...products.map(product => ({
      title: product.title,
      group: 'Products' as const,
      path: `/products/${product.slug}`,
      product
    })),
    ...actions.map(action => ({ ...action, group: 'Actions' as const })),
    ...products
      .filter(({ config }) => config)
      .map(product => ({
        title: `${product.title} settings`,
        group: 'Settings' as const,
        path: `/products/${product.slug}/config`,
        product
      }))
  ]
}

/** The commands in which every typed word begins a word; without a text, all. */
function matching(commands: readonly Command[], typed: string): readonly Command[] {
  const words = typed.trim().toLowerCase().split(/\s+/).filter(Boolean)
  return commands.filter(({ title, group, of = '' }) => {
    const parts = `${title} ${group} ${of}`.toLowerCase().split(/\s+/)
    return words.every(word => parts.some(part => part.startsWith(word)))
  })
}
