import { useState } from 'react'
import { call } from '../../api/call.js'
import { paths } from '../../api/paths.js'
import type { Key } from '../../api/shapes.js'
import { useSubmit } from '../../api/submit.js'
import { Button } from '../../parts/button.js'
import { Dialog } from '../../parts/dialog.js'
import { Refusal } from '../../parts/notice.js'

const overlaps = [
  [0, 'ends at once'],
  [3_600, 'works for an hour more'],
  [86_400, 'works for a day more'],
  [604_800, 'works for a week more']
] as const

interface RotateKeyProps {
  readonly rotated: Key
  readonly keep: (key: Key) => void
  readonly close: () => void
}

/** Makes a key in the place of another, which works on for as long as is chosen. */
export function RotateKey({ rotated, keep, close }: RotateKeyProps) {
  const [overlapSeconds, setOverlap] = useState(3_600)
  const { run, isRunning, error } = useSubmit(async () => {
    const { body } = await call<Key>('POST', paths.rotate(rotated.id), { body: { overlapSeconds } })
    keep(body)
    close()
  })
  return (
    <Dialog title={`Rotate “${rotated.name}”`} close={close}>
      <p>You get a new key with the same name and the same scopes.</p>
      <div className="field">
        <label htmlFor="overlap">The old key</label>
        <select id="overlap" value={overlapSeconds} onChange={event => setOverlap(Number(event.target.value))}>
          {overlaps.map(([seconds, text]) => (
            <option key={seconds} value={seconds}>
              {text}
            </option>
          ))}
        </select>
      </div>
      <Refusal error={error} />
      <div className="actions">
        <Button onClick={close}>Cancel</Button>
        <Button tone="primary" isBusy={isRunning} onClick={() => run()}>
          Make the new key
        </Button>
      </div>
    </Dialog>
  )
}
