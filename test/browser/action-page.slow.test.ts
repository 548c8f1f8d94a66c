import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { symlink, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import t from 'tap'
import { dataFolder, type Ending } from '../fixtures/host-process.js'
import { root } from '../fixtures/root.js'
import { inBrowser, inGallery } from './chromium.js'
import { becomesTrue, chooseAction, returnedFocus, signUp, startTrial } from './person.js'

const run = promisify(execFile)

inGallery(t, 'a form has the titles of its fields, the first example, and an input for each kind', async (t, visit) => {
  const { url, open } = visit
  const page = await open()
  await signUp(page, url)
  await page.goto(`${url}/products/gallery?action=collect`)
  const answer = page.locator('.answer')
  const sent = async () => {
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await answer.getByText(/^Collected/).waitFor()
    await answer.getByRole('tab', { name: 'JSON' }).click()
    const text = await answer.getByRole('region', { name: 'The full response' }).textContent()
    return JSON.parse(text ?? '').detail
  }
  t.equal(await page.getByLabel(/^Password/).inputValue(), 'open sesame', 'the first example is filled in')
  t.match(await sent(), { calls: 1, input: { password: 'open sesame', isUrgent: false } })

  await page.getByText('More options (4)').click()
  await page.getByRole('switch', { name: 'Urgent' }).click()
  await page.getByLabel('Time zone').selectOption('Europe/Paris')
  await page.getByRole('button', { name: 'Add a row to People' }).click()
  await page.getByLabel('Name of row 1').waitFor()
  t.equal(await page.evaluate('document.activeElement.labels[0].textContent'), 'Name of row 1 required')
  await page.getByLabel('Name of row 1').fill('Ada')
  await page.getByLabel('Age of row 1').fill('-1')
  await page.getByRole('button', { name: 'Add a row to Items to post' }).click()
  await page.getByLabel('Title of row 1').fill('A text')
  await page.getByRole('button', { name: 'Add a row to Items to post' }).click()
  await page.getByLabel('Title of row 2').fill('An object')
  await page.getByLabel('Note of row 2').fill('with a note')
  t.equal(await page.getByText('This is the answer to an earlier input').count(), 1, 'the answer is marked as old')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText('This must be 0 or more.').waitFor()
  t.equal(await page.evaluate('document.activeElement.labels[0].textContent'), 'Age of row 1', 'it has the focus')
  await page.getByLabel('Age of row 1').fill('36')
  await answer.getByRole('tab', { name: 'Answer', exact: true }).click()
  const { input } = await sent()
  t.strictSame(input, {
    password: 'open sesame',
    isUrgent: true,
    timezone: 'Europe/Paris',
    people: [{ name: 'Ada', age: 36 }],
    itemsToPost: ['A text', { title: 'An object', note: 'with a note' }]
  })
  await answer.getByRole('tab', { name: 'Answer', exact: true }).click()
  const sentBefore = answer.locator('details', { hasText: 'Your input' })
  await sentBefore.getByText('Your input').click()
  t.match(await sentBefore.innerText(), /Time zone\s+Europe\/Paris/, 'the answer says to which input it is')
  t.notMatch(await sentBefore.innerText(), /open sesame/, 'without its secrets')
  t.equal(await page.getByText('This is the answer to an earlier input').count(), 0)
  await page.getByRole('button', { name: 'Remove row 1' }).first().click()
  t.equal(await returnedFocus(page, 'Add a row to People'), 'Add a row to People', 'the focus stays in the list')

  await page.getByLabel(/^Password/).fill('')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText('This field is required.').waitFor()
  await page.getByLabel(/^Password/).fill('wrong')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText('This is not the password. Enter another one.').waitFor()
  t.equal(await page.evaluate('document.activeElement.value'), 'wrong', 'the field that the host refused has the focus')
  t.equal(await page.locator('.issues').count(), 1)
  await answer.getByText('Check the marked field: Password.').waitFor()

  await page.setViewportSize({ width: 1_200, height: 420 })
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText('This is not the password. Enter another one.').waitFor()
  t.ok(await becomesTrue(page, isUncovered('.issues')), 'what is wrong is in view, and no button covers it')
})

/** Whether the middle of an element is what a person sees at its place. */
function isUncovered(selector: string): string {
  return `(() => {
    const element = document.querySelector('${selector}')
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })()`
}

inGallery(t, 'the language of a call holds on every page, and after a reload', async (t, { url, open }) => {
  const page = await open()
  await signUp(page, url)
  await page.goto(`${url}/developers/products/gallery/collect`)
  await page.getByRole('tab', { name: 'Python' }).first().click()
  const chosen = () => page.getByRole('tab', { name: /^(curl|Python)$/, selected: true }).allTextContents()
  t.strictSame(await chosen(), ['Python'])
  await page.goto(`${url}/developers/products/gallery/slow`)
  await page.getByRole('tab', { name: 'Python', selected: true }).waitFor()
  await page.goto(`${url}/products/gallery?action=slow`)
  await page.getByRole('tab', { name: 'Python', selected: true }).waitFor()
  t.strictSame(await chosen(), ['Python'])
})

inGallery(t, 'the code of a call runs as it is shown', async (t, { url, open }) => {
  const page = await open()
  await signUp(page, url)
  const key = await newKey(page)
  await page.goto(`${url}/products/gallery?action=collect`)
  await page.getByLabel(/^Password/).fill(`it's "quoted" \\ $HOME`)
  await page.getByText('More options (4)').click()
  await page.getByRole('switch', { name: 'Urgent' }).click()
  await page.getByRole('button', { name: 'Add a row to People' }).click()
  await page.getByLabel('Name of row 1').fill('Zoë')
  await page.getByLabel('Age of row 1').fill('36')
  const folder = await codeFolder(t)
  let calls = 0
  for (const [language, program] of Object.entries(programs)) {
    const code = await codeIn(page, language)
    t.match(code, /PRODUCT_HOST_KEY/, language)
    if (!isInstalled(program.name)) continue
    const stdout = await runCode(program, code, folder, key)
    calls += 1
    t.match(stdout, new RegExp(`Collected ${calls}\\.`), `${language}: ${stdout}`)
  }
  t.ok(calls >= 3, 'curl, TypeScript and Python were run')
  const stored = await page.evaluate<object>("fetch('/dashboard/api/data/gallery').then(response => response.json())")
  t.match(stored, { records: [{ key: 'calls', value: calls }] })
})

inBrowser(
  t,
  'the code of the first example of every action runs in every language',
  async (t, { url, email, open }) => {
    const page = await open()
    await signUp(page, url, email)
    await startTrial(page, /Visa/)
    const key = await newKey(page)
    const folder = await codeFolder(t)
    const codes: (readonly [action: string, code: Readonly<Record<string, string>>])[] = []
    const { products } = await page.evaluate<Catalogue>("fetch('/api/v1/products').then(response => response.json())")
    for (const { slug, actions } of products) {
      await page.goto(`${url}/products/${slug}`)
      for (const action of actions) {
        await chooseAction(page, action)
        await page.getByRole('heading', { name: 'The same call from a program' }).waitFor()
        const samples: Record<string, string> = {}
        for (const language of Object.keys(programs)) samples[language] = await codeIn(page, language)
        codes.push([`${slug} ${action}`, samples])
      }
    }
    t.equal(codes.length, 17)
    for (const [language, program] of Object.entries(programs)) {
      // A build machine has bash, curl, Node.js and Python; Go and PHP are not demanded of it, even where CI is set.
      const skip = !isInstalled(program.name) && `${program.name} is not installed: apt-get install ${program.package}`
      if (skip && !program.isOptional) t.fail(skip)
      await t.test(language, { skip, timeout: 180_000 }, async t => {
        for (const [action, samples] of codes)
          t.match(await runCode(program, samples[language] ?? '', folder, key), program.success, action)
      })
    }
  }
)

interface Catalogue {
  readonly products: readonly { readonly slug: string; readonly actions: readonly string[] }[]
}

/** How the code of a language is run, and what it prints after a call that the product has answered. */
interface Program {
  readonly name: string
  readonly parameters: readonly string[]
  /** What brings it to Debian. */
  readonly package: string
  readonly isOptional?: true
  readonly success: RegExp
}

const programs: Readonly<Record<string, Program>> = {
  curl: {
    name: 'bash',
    parameters: ['call.sh'],
    package: 'bash curl',
    success: /^\{"ok":(true|false),.*"summary":".+"/
  },
  TypeScript: { name: process.execPath, parameters: ['call.ts'], package: 'nodejs', success: /^(true|false) \S/ },
  Python: { name: 'python3', parameters: ['call.py'], package: 'python3', success: /^(True|False) \S/ },
  Go: {
    name: 'go',
    parameters: ['run', 'call.go'],
    package: 'golang-go',
    isOptional: true,
    success: /^200 OK (true|false) \S/
  },
  PHP: {
    name: 'php',
    parameters: ['call.php'],
    package: 'php-cli',
    isOptional: true,
    success: /^(ok|failed): \S/
  }
}

/** A folder in which code finds the client of the sdk. */
async function codeFolder(t: Ending): Promise<string> {
  const folder = await dataFolder(t)
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

async function newKey(page: Page): Promise<string> {
  return page.evaluate<string>(`fetch('/dashboard/api/keys', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'code' })
  }).then(response => response.json()).then(({ key }) => key)`)
}

/** What the code prints; rejects if it ends with an error. */
async function runCode({ name, parameters }: Program, code: string, folder: string, key: string): Promise<string> {
  await writeFile(join(folder, parameters.at(-1) ?? ''), code)
  const environment = { PATH: process.env.PATH, HOME: folder, PRODUCT_HOST_KEY: key, NO_COLOR: '1' }
  return (await run(name, parameters, { cwd: folder, env: environment })).stdout
}

async function codeIn(page: Page, language: string): Promise<string> {
  await page.getByRole('tab', { name: language, exact: true }).click()
  return (await page.getByRole('region', { name: `The call in ${language}` }).textContent()) ?? ''
}

function isInstalled(program: string): boolean {
  return (
    program.startsWith('/') || (process.env.PATH ?? '').split(delimiter).some(each => existsSync(join(each, program)))
  )
}

inBrowser(t, 'a plan that has to be confirmed is shown, and its button runs exactly that plan', async (t, visit) => {
  const { url, email, open } = visit
  const page = await open()
  await signUp(page, url, email)
  await startTrial(page, /Visa/)
  await page.goto(`${url}/products/core?action=agent`)
  const answer = page.locator('.answer')
  const pursue = async (goal: string) => {
    await page.getByRole('button', { name: 'Clear the form' }).click()
    await page.getByRole('textbox', { name: 'Goal' }).fill(goal)
    await page.getByRole('button', { name: 'Run', exact: true }).click()
  }
  await pursue('remember that the gate code is 4711')
  await answer.getByText(/^Completed 1 of 1/).waitFor()
  await pursue('forget the gate code')
  await answer.getByText('Nothing was done yet').waitFor()
  t.match(await answer.getByRole('region', { name: 'The input of step 1' }).textContent(), /"mode": "forget"/)
  await answer.getByRole('button', { name: 'Run these steps' }).click()
  await answer.getByText(/^Completed 1 of 1/).waitFor()
  t.equal(await answer.getByText('Nothing was done yet').count(), 0)
  t.equal(await answer.getByText('This is the answer to an earlier input').count(), 0)
})
