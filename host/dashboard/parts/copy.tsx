import { type ReactNode, useEffect, useState } from 'react'

interface CopyButtonProps {
  readonly text: string
  /** What the button says; "Copy" if left out. */
  readonly label?: string
  readonly tone?: 'plain' | 'primary'
  /** Called after the text was copied. */
  readonly copied?: (() => void) | undefined
}

/** A button that copies a text, and says whether it did. */
export function CopyButton({ text, label = 'Copy', tone = 'plain', copied }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<string>()
  useEffect(() => {
    if (outcome === undefined) return
    const timer = setTimeout(() => setOutcome(undefined), 2_000)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => {
        setOutcome('Copied')
        copied?.()
      },
      () => setOutcome('Copying failed')
    )
  return (
    <button type="button" className={`copy ${tone}`} onClick={copy}>
      <span aria-live="polite">{outcome ?? label}</span>
    </button>
  )
}

interface DownloadButtonProps {
  readonly text: string
  /** The name of the file. */
  readonly name: string
  readonly type: string
  readonly tone?: 'plain' | 'primary'
  /** Called after the file was saved. */
  readonly downloaded?: (() => void) | undefined
  readonly children: ReactNode
}

/** Saves a text as a file. */
export function DownloadButton({ text, name, type, tone = 'plain', downloaded, children }: DownloadButtonProps) {
  const download = () => {
    const address = URL.createObjectURL(new Blob([text], { type }))
    const link = document.createElement('a')
    link.href = address
    link.download = name
    link.click()
    URL.revokeObjectURL(address)
    downloaded?.()
  }
  return (
    <button type="button" className={tone} onClick={download}>
      {children}
    </button>
  )
}
