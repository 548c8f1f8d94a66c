import t from 'tap'
import { inBrowser } from './chromium.js'
import { chooseAction, signUp, startTrial } from './person.js'

interface Described {
  readonly title: string
  readonly actions: readonly {
    readonly name: string
    readonly title: string
    readonly outputSchema: { readonly oneOf: readonly { readonly properties: { readonly detail: object } }[] }
    readonly examples: readonly { readonly title: string; readonly input: object }[]
  }[]
}

inBrowser(
  t,
  'every example of every action goes through its form unchanged, and is answered',
  async (t, { url, open }) => {
    const page = await open()
    await signUp(page, url)
    await startTrial(page, /Visa/)
    const read = async <Body>(path: string) =>
      (await (await fetch(url + path, { headers: { Connection: 'close' } })).json()) as Body
    const { products } = await read<{ products: readonly { slug: string }[] }>('/api/v1/products')
    for (const { slug } of products) {
      const { actions } = await read<Described>(`/api/v1/products/${slug}/execute`)
      await page.goto(`${url}/products/${slug}`)
      for (const { name, title, examples, outputSchema } of actions) {
        t.ok('x-view' in (outputSchema.oneOf[0]?.properties.detail ?? {}), `${slug}.${name} says how it is shown`)
        await chooseAction(page, name)
        await page.getByRole('heading', { name: title, exact: true }).waitFor()
        for (const example of examples) {
          const button = page
            .getByRole('group', { name: 'Fill in an example' })
            .getByRole('button', { name: example.title, exact: true })
          if (examples.length > 1) await button.click()
          const code = (await page.getByRole('region', { name: 'The call in curl' }).textContent()) ?? ''
          const [, body = ''] = /-d '(.*)'$/s.exec(code) ?? []
          const where = `${slug}.${name}: ${example.title}`
          t.strictSame(JSON.parse(body.replaceAll("'\\''", "'")), example.input, where)
          const answered = page.waitForResponse(
            response => response.url().endsWith('/execute') && response.request().method() === 'POST'
          )
          await page.getByRole('button', { name: 'Run', exact: true }).click()
          t.equal((await answered).status(), 200, where)
          await page.locator('.answer').getByRole('tab', { name: 'JSON' }).waitFor()
        }
      }
    }
  }
)
