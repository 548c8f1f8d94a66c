import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore
} from 'react'

/** One of several views of the same thing. */
interface Tab {
  readonly name: string
  readonly content: ReactNode
}

interface TabsProps {
  readonly tabs: readonly Tab[]
  readonly label: string
  /** What the choice is stored as in this browser: all tabs of this kind follow it. */
  readonly remember?: string
  /** Which tab is shown and what changes it, where that is not the tabs' own state. */
  readonly choice?: readonly [index: number, choose: (index: number) => void]
}

/** Shows one of several views; the arrow keys switch between them. */
export function Tabs({ tabs, label, remember, choice }: TabsProps) {
  const id = useId()
  const own = useState(0)
  const [last, setLast] = useRemembered(remember)
  const lastIndex = tabs.findIndex(({ name }) => name === last)
  const [chosen, setChosen] = choice ?? (lastIndex < 0 ? own : [lastIndex, own[1]])
  const choose = (index: number) => {
    setChosen(index)
    // On a narrow screen, the list scrolls.
    list.current?.querySelectorAll('[role=tab]')[index]?.scrollIntoView({ inline: 'center', block: 'nearest' })
    setLast(tabs[index]?.name ?? '')
  }
  const list = useRef<HTMLDivElement>(null)
  const fading = useFadingEdges(list)
  const move = ({ key }: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key]
    if (!step) return
    const next = (chosen + step + tabs.length) % tabs.length
    choose(next)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus({ preventScroll: true })
  }
  return (
    <div className="tabs">
      <div role="tablist" aria-label={label} ref={list} data-fading={fading}>
        {tabs.map(({ name }, index) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-controls={`${id}-panel`}
            aria-selected={index === chosen}
            tabIndex={index === chosen ? 0 : -1}
            onClick={() => choose(index)}
            onKeyDown={move}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${chosen}`}>
        {tabs[chosen]?.content}
      </div>
    </div>
  )
}

/** The name of the tab that was chosen last, in this browser; all groups with the same name follow it. */
function useRemembered(remember: string | undefined): readonly [string | null, (name: string) => void] {
  const key = `tab-${remember}`
  const name = useSyncExternalStore(subscribe, () => (remember === undefined ? null : localStorage.getItem(key)))
  const set = (chosen: string) => {
    if (remember === undefined) return
    localStorage.setItem(key, chosen)
    for (const listener of listeners) listener()
  }
  return [name, set]
}

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

/** The edges of an element behind which it can be scrolled sideways: "start", "end", or both. */
function useFadingEdges(scrolled: RefObject<HTMLElement | null>): string {
  const [edges, setEdges] = useState('')
  useEffect(() => {
    const element = scrolled.current
    if (!element) return
    const measure = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element
      // Fractions of a pixel are rounding.
      const found = [scrollLeft > 1 && 'start', scrollLeft + clientWidth < scrollWidth - 1 && 'end']
      setEdges(found.filter(Boolean).join(' '))
    }
    const resized = new ResizeObserver(measure)
    resized.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      resized.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [scrolled])
  return edges
}
