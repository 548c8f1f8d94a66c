import type { MouseEvent } from 'react'
import { call } from '../../api/call.js'
import { paths } from '../../api/paths.js'
import { useSubmit } from '../../api/submit.js'
import { Refusal } from '../../parts/notice.js'

/** Downloads everything; asks for the password first where the sign-in is too old, since a download cannot be answered with a dialog. */
export function ExportLink() {
  const { run, error } = useSubmit(async (link: HTMLAnchorElement) => {
    await call('GET', paths.confirmation)
    link.dataset.confirmed = 'true'
    link.click()
  })
  const download = (event: MouseEvent<HTMLAnchorElement>) => {
    const link = event.currentTarget
    if (link.dataset.confirmed) return delete link.dataset.confirmed
    event.preventDefault()
    return run(link)
  }
  return (
    <>
      <a className="button primary" href={paths.export} download="product-host-export.jsonl" onClick={download}>
        Take everything out
      </a>
      <Refusal error={error} />
    </>
  )
}
