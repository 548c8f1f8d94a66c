import type { ProductSummary } from '@product-host/sdk/client'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'

import { useAllDocuments, useDescriptions } from '../../../api/reference.js'
import { useSite } from '../../../api/site.js'
import { entriesOf, found, type SearchEntry } from './search-entries.js'

/** Searches products, actions, fields, settings, error codes and guides in this browser. The key "/" leads here. */
export function Search({ products }: { readonly products: readonly ProductSummary[] }) {
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState(0)
  const [, navigate] = useLocation()
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const { entries, isComplete } = useEntries(products, isOpen)
  const results = useMemo(() => found(entries, typed), [entries, typed])
  const isShown = isOpen && typed.trim() !== ''
  const hasResults = isShown && results.length > 0
  const isEmpty = isShown && isComplete && results.length === 0
  useSlashKey(input)
  const go = (entry: SearchEntry | undefined) => {
    if (!entry) return
    setTyped('')
    setOpen(false)
    const [path, fragment = ''] = entry.address.split('#')
    if (path === location.pathname) location.hash = fragment
    else navigate(entry.address)
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && hasResults) {
      event.preventDefault()
      setChosen((chosen + step + results.length) % results.length)
    }
    if (event.key === 'Enter' && isShown) {
      event.preventDefault()
      go(results[chosen])
    }
    if (event.key === 'Escape') {
      setTyped('')
      setOpen(false)
    }
  }
  return (
    <search className="reference-search">
      <input
        ref={input}
        type="search"
        role="combobox"
        aria-label="Search these pages"
        aria-expanded={hasResults}
        aria-controls={hasResults ? `${id}-results` : undefined}
        aria-activedescendant={isShown && results[chosen] ? `${id}-${chosen}` : undefined}
        aria-autocomplete="list"
        aria-keyshortcuts="/"
        autoComplete="off"
        spellCheck={false}
        placeholder="Search these pages"
        value={typed}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onChange={event => {
          setTyped(event.target.value)
          setChosen(0)
          setOpen(true)
        }}
        onKeyDown={press}
      />
      {hasResults && (
        <div id={`${id}-results`} role="listbox" aria-label="Results" className="search-results">
          {results.map((entry, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field above has the keys and the focus
            <div
              key={`${entry.address} ${entry.kind} ${entry.title}`}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === chosen}
              className="search-result"
              onMouseDown={event => event.preventDefault()}
              onClick={() => go(entry)}
            >
              <span>
                {entry.title} <span className="quiet">{entry.kind}</span>
              </span>
              {entry.excerpt && <span className="quiet excerpt">{entry.excerpt}</span>}
            </div>
          ))}
        </div>
      )}
      <div role="status" className={isEmpty ? 'search-results' : 'visually-hidden'}>
        {(isEmpty || hasResults) && <p>{countText(results.length, typed)}</p>}
      </div>
    </search>
  )
}

function countText(count: number, typed: string): string {
  if (count === 0) return `Nothing matches “${typed.trim()}”. Try fewer or shorter words.`
  return count === 1 ? '1 result.' : `${count} results.`
}

/** What can be found; the descriptions of the products are read when the search is first used. */
function useEntries(products: readonly ProductSummary[], isOpen: boolean) {
  const [isUsed, setUsed] = useState(false)
  useEffect(() => {
    if (isOpen) setUsed(true)
  }, [isOpen])
  const slugs = isUsed ? products.map(({ slug }) => slug) : undefined
  const { known: descriptions, data: allDescriptions } = useDescriptions(slugs)
  const { known: documents, data: allDocuments } = useAllDocuments(slugs)
  const { problems } = useSite().data ?? {}
  const entries = useMemo(
    () => entriesOf({ products: descriptions, documents, problems: problems ?? [] }),
    [descriptions, documents, problems]
  )
  const isComplete = allDescriptions !== undefined && allDocuments !== undefined && problems !== undefined
  return { entries, isComplete }
}

/** Lets the key "/" focus the field, unless something is being typed. */
function useSlashKey(input: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select, dialog')
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return
      event.preventDefault()
      input.current?.focus()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [input])
}
