import { useEffect, useState } from 'react'

/** What takes longer is said to be slow, in milliseconds. */
const slowMs = 3_000

/** Whether something that is pending takes longer than usual. */
export function useIsSlow(isPending: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isPending) return
    const timer = setTimeout(() => setSlow(true), slowMs)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isPending])
  return isSlow
}
