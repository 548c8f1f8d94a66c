import { useEffect, useState } from 'react'

/** Copies a text, and says for a moment that it did. */
export function Copy({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) {
  const [said, setSaid] = useState<string>()
  useEffect(() => {
    if (said === undefined) return
    const timer = setTimeout(() => setSaid(undefined), 2_000)
    return () => clearTimeout(timer)
  }, [said])
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setSaid('Copied'),
      () => setSaid('Select it and copy')
    )
  return (
    <button type="button" className="copy" onClick={copy}>
      <span aria-live="polite">{said ?? label}</span>
    </button>
  )
}
