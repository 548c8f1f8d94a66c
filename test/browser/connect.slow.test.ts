import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError
} from '@modelcontextprotocol/client'
import type { Test } from 'tap'
import t from 'tap'
import { inBrowser } from './chromium.js'
import { countShifts, dark, lookAs, lookInBoth, zoomed } from './look.js'
import { signOut, signUp, startTrial, typeCredentials } from './person.js'

/** An application on this machine: what it stores, and the requests with which browsers come back to it. */
class Application implements OAuthClientProvider {
  readonly #returned: URLSearchParams[] = []
  #waiting: ((answer: URLSearchParams) => void) | undefined
  #client: StoredOAuthClientInformation | undefined
  #tokens: StoredOAuthTokens | undefined
  #verifier = ''
  #discovered: OAuthDiscoveryState | undefined
  /** Where a browser has to go to let it in. */
  authorizationUrl = ''

  private constructor(readonly redirectUrl: string) {}

  static async start(t: Test): Promise<Application> {
    const server = createServer((request, response) => {
      response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>The application</title>')
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1')
      if (pathname === '/callback') application.#arrive(searchParams)
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    t.teardown(() => {
      server.closeAllConnections()
      server.close()
    })
    const application = new Application(`http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`)
    return application
  }

  get clientMetadata() {
    return {
      client_name: 'Notebook',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token']
    }
  }

  state(): string {
    return 'a state'
  }

  clientInformation(): StoredOAuthClientInformation | undefined {
    return this.#client
  }

  saveClientInformation(client: StoredOAuthClientInformation): void {
    this.#client = client
  }

  tokens(): StoredOAuthTokens | undefined {
    return this.#tokens
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    this.#tokens = tokens
  }

  redirectToAuthorization(url: URL): void {
    this.authorizationUrl = url.href
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier
  }

  codeVerifier(): string {
    return this.#verifier
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovered
  }

  saveDiscoveryState(discovered: OAuthDiscoveryState): void {
    this.#discovered = discovered
  }

  invalidateCredentials(scope: string): void {
    if (scope === 'all' || scope === 'tokens') this.#tokens = undefined
    if (scope === 'all' || scope === 'client') this.#client = undefined
  }

  /** The answer with which a browser comes back next. */
  async answer(): Promise<URLSearchParams> {
    return this.#returned.shift() ?? new Promise(resolve => (this.#waiting = resolve))
  }

  #arrive(answer: URLSearchParams): void {
    if (this.#waiting) this.#waiting(answer)
    else this.#returned.push(answer)
    this.#waiting = undefined
  }
}

inBrowser(t, 'an app asks to be let in, is let in, calls a tool, and is disconnected', async (t, { url, open }) => {
  const application = await Application.start(t)
  const transport = () =>
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
      authProvider: application,
      requestInit: { headers: { Connection: 'close' } }
    })
  const client = () => new Client({ name: 'notebook', version: '1.0.0' })

  const first = transport()
  await t.rejects(client().connect(first), UnauthorizedError)
  const page = await open()
  await countShifts(page)
  await signUp(page, url)
  await page.goto(application.authorizationUrl)
  await page.getByRole('heading', { name: 'Connect “Notebook” to your account?' }).waitFor()
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByText('Start the trial first').waitFor()
  await page.goto(url)
  await startTrial(page, /No card/)
  await signOut(page)

  await page.goto(application.authorizationUrl)
  await typeCredentials(page)
  await page.getByRole('heading', { name: 'Connect “Notebook” to your account?' }).waitFor()
  await page.getByText('the app on this device that asked for it').waitFor()
  await lookInBoth(t, page, 'connect')
  for (const view of [dark, zoomed]) await lookAs(t, page, 'connect', view)
  await page.getByRole('button', { name: 'Use another account' }).click()
  await typeCredentials(page)
  await page.getByRole('button', { name: 'Do not connect' }).click()
  await page.waitForURL('**/callback?**')
  t.equal((await application.answer()).get('error'), 'access_denied')

  await page.goto(application.authorizationUrl)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await first.finishAuth(await application.answer())
  const connected = client()
  await connected.connect(transport())
  t.teardown(() => connected.close())
  const called = await connected.callTool({ name: 'core_remember', arguments: { key: 'colour', value: 'blue' } })
  t.match(called, { structuredContent: { summary: String } })

  await page.goto(`${url}/calls`)
  await page.getByLabel('Run from').selectOption('Notebook')
  await page.getByRole('cell', { name: 'Notebook', exact: true }).waitFor()
  await page.goto(`${url}/usage`)
  await page.getByRole('link', { name: 'Notebook', exact: true }).click()
  t.equal(await page.getByLabel('Run from').locator('option:checked').textContent(), 'Notebook')

  await page.goto(`${url}/keys`)
  await page.getByRole('cell', { name: 'Notebook', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Disconnect Notebook' }).click()
  await page.getByRole('button', { name: 'Disconnect the app' }).click()
  await page.getByText('No app is connected.').waitFor()
  await page.goto(`${url}/calls`)
  await page.getByRole('cell', { name: 'A disconnected app', exact: true }).waitFor()
  await t.rejects(connected.callTool({ name: 'core_recall', arguments: {} }), UnauthorizedError)
})
