import { Button } from '../../../parts/button.js'
import { Code } from '../../../parts/code.js'
import { Notice } from '../../../parts/notice.js'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly close: () => void
}

/** Recovery codes that were just made, the only time that they are shown. */
export function RecoveryCodes({ codes, close }: RecoveryCodesProps) {
  const text = codes.join('\n')
  return (
    <Notice tone="good" title="The second factor is on. Store these recovery codes now: they are not shown again.">
      <p>Each of them works once in the place of a code, if you lose the app.</p>
      <Code text={text} label="The recovery codes" />
      <div className="actions">
        <Button onClick={() => download(text)}>Download</Button>
        <Button onClick={close}>I have stored them</Button>
      </div>
    </Notice>
  )
}

function download(text: string): void {
  const href = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }))
  const link = Object.assign(document.createElement('a'), { href, download: 'recovery-codes.txt' })
  link.click()
  URL.revokeObjectURL(href)
}
