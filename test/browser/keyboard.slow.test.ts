import t from 'tap'
import { inBrowser, inGallery } from './chromium.js'
import { password } from './person.js'

inBrowser(
  t,
  'without a mouse: past the links to the content, through tabs, and to where the page went',
  async (t, { url, open }) => {
    const page = await open()
    await page.goto(`${url}/developers/guides/webhooks`)
    await page.getByRole('tab', { name: 'Without a library' }).waitFor()
    const focused = async () => page.evaluate<string>('document.activeElement.textContent || document.activeElement.id')

    await page.keyboard.press('Tab')
    t.equal(await focused(), 'Skip to the content')
    t.ok((await page.getByText('Skip to the content').boundingBox())?.y ?? -1 >= 0, 'it is seen while it has the focus')
    await page.keyboard.press('Enter')
    t.equal(await page.evaluate('document.activeElement.id'), 'content')
    // The browser may give the target of a link the focus once more when it has drawn the page.
    await page.evaluate('new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))')

    await page.getByRole('tab', { name: 'With a library' }).focus()
    await page.keyboard.press('ArrowRight')
    t.equal(await focused(), 'Without a library')
    await page.getByRole('region', { name: 'Verifying without a library' }).waitFor()
    await page.keyboard.press('ArrowRight')
    t.equal(await focused(), 'With a library')

    await page.getByRole('link', { name: 'Sign in' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    t.equal(await focused(), 'Sign in')
    t.equal(await page.evaluate('document.activeElement.tagName'), 'H1', 'the title of the new page has the focus')
    await page.goBack()
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor()
  }
)

inGallery(
  t,
  'a whole journey by keyboard, from sign-up to sign-out, with the focus after each step',
  async (t, visit) => {
    const { url, open } = visit
    const page = await open()
    const { keyboard } = page
    const focused = () =>
      page.evaluate<string>(`(() => {
      const { activeElement } = document
      return activeElement.ariaLabel || (activeElement.labels?.[0] ?? activeElement).textContent.trim()
    })()`)
    const focusIs = async (name: string | RegExp, message: string) => {
      for (let frame = 0; frame < 120; frame++) {
        const text = await focused()
        if (typeof name === 'string' ? text === name : name.test(text)) return t.pass(message)
        await page.evaluate('new Promise(requestAnimationFrame)')
      }
      t.match(await focused(), name, message)
    }
    const tabTo = async (name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
      for (let presses = 0; presses < 60; presses++) {
        await keyboard.press(key)
        const text = await focused()
        if (typeof name === 'string' ? text === name : name.test(text)) return
      }
      t.fail(`${name} is not reached by the Tab key`)
    }
    const press = async (name: string | RegExp) => {
      await tabTo(name)
      await keyboard.press('Enter')
    }
    const closed = () => page.getByRole('dialog').waitFor({ state: 'detached' })
    const goTo = async (typed: string, title: string) => {
      await keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Page, product or action' }).waitFor()
      await focusIs('Page, product or action', 'the field of the command menu')
      await keyboard.type(typed)
      await page.getByRole('option', { name: title }).waitFor()
      await keyboard.press('Enter')
    }
    await page.goto(url)
    await tabTo('E-mail address')
    await keyboard.type('no address')
    await tabTo('Password')
    await keyboard.type(password)
    await keyboard.press('Enter')
    await focusIs('E-mail address', 'the field that the host refused')
    await keyboard.press('Control+a')
    await keyboard.type('ada@example.org')
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await focusIs('Home', 'the title after the sign-up')

    await goTo('create', 'Create a key')
    await page.getByRole('dialog', { name: 'Create a key' }).waitFor()
    await focusIs('Name', 'the first field of the dialog')
    await keyboard.press('Escape')
    await closed()
    await focusIs('API keys', 'the title of the page: nothing on it opened the dialog')
    await press('Create a key')
    await focusIs('Name', 'the first field again')
    await keyboard.press('Control+a')
    await keyboard.type('by keyboard')
    await keyboard.press('Enter')
    await page.getByRole('region', { name: 'The key', exact: true }).waitFor()
    await focusIs('The key', 'the key itself')
    await press('I have copied it')
    await closed()
    await focusIs('Create a key', 'the button that opened the dialog')
    await press('Revoke by keyboard')
    await page.getByRole('dialog').waitFor()
    await focusIs('Cancel', 'the harmless button of the question')
    await keyboard.press('Escape')
    await closed()
    await focusIs('Revoke by keyboard', 'the button that asked')
    await keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await press('Revoke the key')
    await page.getByText('Revoked', { exact: true }).waitFor()
    await focusIs('API keys', 'the title: the button is gone with the key')

    await goTo('collect', 'Collect')
    await page.getByLabel(/^Password/).waitFor()
    await focusIs('Gallery', 'the title of the product')
    await tabTo(/^Password/)
    await keyboard.press('Control+a')
    await keyboard.type('by keyboard')
    await press('More options (4)')
    await press('Add a row to People')
    await focusIs(/^Name of row 1/, 'the first field of the new row')
    await tabTo('Remove row 1')
    await keyboard.press('Enter')
    await focusIs(/^Add a row to People/, 'the button that adds the next row')
    await tabTo(/^Password/, 'Shift+Tab')
    await keyboard.press('Enter')
    await page.getByText('Collected 1.').first().waitFor()
    await focusIs(/^Password/, 'the focus stays in the form')
    await tabTo('Run')
    await tabTo('Answer')
    await keyboard.press('ArrowRight')
    await focusIs('JSON', 'the next tab')
    await page.getByRole('region', { name: 'The full response' }).waitFor()

    await goTo('settings', 'Gallery settings')
    await page.getByLabel('Monthly budget').waitFor()
    await tabTo('Monthly budget')
    await keyboard.type('100')
    await tabTo('Strict')
    await keyboard.press('Space')
    t.ok(await page.getByRole('switch', { name: 'Strict' }).isChecked())
    await press('Save')
    await page.getByText('Saved as version 1.').waitFor()
    await focusIs('Save', 'the focus stays on the button')

    await goTo('account', 'Account')
    await page.getByRole('heading', { name: 'Delete the account' }).waitFor()
    await focusIs('Account', 'the title of the page')
    await press('Delete the account')
    await focusIs('Type ada@example.org to confirm', 'the field of the question')
    await keyboard.type('ada')
    await keyboard.press('Enter')
    await page.getByText('This is not ada@example.org.').waitFor()
    await focusIs('Type ada@example.org to confirm', 'the field that is wrong')
    await keyboard.press('Escape')
    await closed()
    await focusIs('Delete the account', 'the button that asked')
    await keyboard.press('Control+Home')
    await page.getByRole('link', { name: 'Skip to the content' }).focus()
    await press('Sign out')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await focusIs('Sign in', 'the title after the sign-out')
  }
)
