/** The signed-in account: what every page asks for first. */
export const accountPath = '/dashboard/api/accounts/me'

/** How long a response waits for the page that reads it, in milliseconds; after that, the page asks the host itself. */
const waitMs = 10_000

const signedInMark = 'signed-in'

const responses = new Map<string, Promise<Response>>()

/** Asks the host for what a page will read, while the code of the page is still on its way. */
export function requestEarly(paths: readonly string[]): void {
  for (const path of paths) {
    const response = fetch(path, { headers: { Accept: 'application/json' } })
    // Whoever takes the response gets the error as well.
    response.catch(() => undefined)
    responses.set(path, response)
  }
  setTimeout(dropEarly, waitMs)
}

/** The response for a path that was asked for early; the first reader alone gets it. */
export function takeEarly(path: string): Promise<Response> | undefined {
  const response = responses.get(path)
  responses.delete(path)
  return response
}

/** Forgets the responses that nobody has taken: they were for someone else, or are too old. */
export function dropEarly(): void {
  responses.clear()
}

/** Whether someone was signed in in this browser the last time: decides the layout until the account is read. */
export function wasSignedIn(): boolean {
  return localStorage.getItem(signedInMark) !== null
}

/** Stores whether someone is signed in in this browser. */
export function markSignedIn(isSignedIn: boolean): void {
  if (isSignedIn) localStorage.setItem(signedInMark, 'yes')
  else localStorage.removeItem(signedInMark)
}
