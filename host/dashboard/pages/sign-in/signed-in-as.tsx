import { useAccount, useSignOut } from '../../api/account.js'

/** Who is signed in, and how to be someone else on the same page. */
export function SignedInAs() {
  const email = useAccount().data?.email
  // The same page, which shows the sign-in first.
  const signOut = useSignOut(location.pathname + location.search)
  return (
    email && (
      <>
        You are signed in as {email}.{' '}
        <button type="button" className="link" onClick={() => signOut.mutate()}>
          Use another account
        </button>
      </>
    )
  )
}
