import t from 'tap'
import { inBrowser } from './chromium.js'

inBrowser(
  t,
  'without a mouse: past the links to the content, through tabs, and to where the page went',
  async (t, { url, open }) => {
    const page = await open()
    await page.goto(`${url}/developers`)
    await page.getByText('By hand').waitFor()
    const focused = async () => page.evaluate<string>('document.activeElement.textContent || document.activeElement.id')

    await page.keyboard.press('Tab')
    t.equal(await focused(), 'Skip to the content')
    t.ok((await page.getByText('Skip to the content').boundingBox())?.y ?? -1 >= 0, 'it is seen while it has the focus')
    await page.keyboard.press('Enter')
    t.equal(await page.evaluate('document.activeElement.id'), 'content')

    await page.getByRole('tab', { name: 'With a library' }).focus()
    await page.keyboard.press('ArrowRight')
    t.equal(await focused(), 'By hand')
    await page.getByRole('region', { name: 'Verifying by hand' }).waitFor()
    await page.keyboard.press('ArrowRight')
    t.equal(await focused(), 'With a library')

    await page.getByRole('link', { name: 'Sign in' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    t.equal(await focused(), 'Sign in')
    t.equal(await page.evaluate('document.activeElement.tagName'), 'H1', 'the title of the new page has the focus')
    await page.goBack()
    await page.getByRole('heading', { name: 'For developers' }).waitFor()
  }
)
