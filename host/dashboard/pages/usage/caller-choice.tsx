import { useCallers } from '../../api/callers.js'

interface CallerChoiceProps {
  /** Empty for calls from anywhere. */
  readonly id: string
  readonly choose: (id: string) => void
}

/** Chooses where calls were run from: the dashboard, a key or a connected app. */
export function CallerChoice({ id, choose }: CallerChoiceProps) {
  const { callers, nameOf } = useCallers()
  const isListed = id === '' || callers.some(caller => caller.id === id)
  const shown = isListed ? callers : [...callers, { id, name: nameOf(id) }]
  return (
    <label>
      Run from
      <select value={id} onChange={event => choose(event.target.value)}>
        <option value="">Anywhere</option>
        {shown.map(caller => (
          <option key={caller.id} value={caller.id}>
            {caller.name}
          </option>
        ))}
      </select>
    </label>
  )
}
