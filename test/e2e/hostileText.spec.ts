import { scripted } from '../support/scriptedAgent'
import { OpenThread } from './app/openThread'
import { type App, expect, test } from './fixtures'

const beacon = 'https://beacon.invalid/x'

test.use({ agents: { Hostile: scripted('hostileText', { BEACON: beacon }) } })

const rule = 'text from an agent runs nothing, loads nothing and leads nowhere, wherever it is shown'

// Visits every place that shows an agent's text; sanitizing has its own tests in `unit/markdown`.
test(rule, { tag: ['@both', '@slow'] }, walk)

async function walk({ app }: { app: App }): Promise<void> {
  test.slow() // a hundred entries are checked, one by one
  const { page } = app
  const own = new URL(page.url()).origin
  const dialogs: string[] = []
  const requests: string[] = []
  page.on('dialog', async (dialog) => {
    dialogs.push(dialog.message())
    await dialog.dismiss()
  })
  page.context().on('page', opened => requests.push(`new window ${opened.url()}`))
  page.on('request', (request) => {
    if (!request.url().startsWith(`${own}/`) && !/^(?:data|blob|app|ws):/.test(request.url()))
      requests.push(request.url())
  })
  page.on('framenavigated', frame => frame !== page.mainFrame() && requests.push(`frame ${frame.url()}`))

  await page.setViewportSize({ width: 1200, height: 2400 })
  const thread = new OpenThread(app)
  await thread.start('Hostile')
  await thread.send('say it')
  await expect(thread.dialog).toContainText('<img src=x onerror=')
  await expect(thread.dialog).toContainText('{{ 7 * 7 }}')

  // Scrolls from end to start, so that every entry is rendered once with its thoughts and raw input expanded.
  await expect.poll(async () => {
    await thread.log.evaluate((log) => {
      for (const summary of log.querySelectorAll<HTMLElement>('details:not([open]) > summary'))
        summary.click()
      for (const button of log.querySelectorAll<HTMLElement>('button[aria-expanded=false]'))
        button.click()
      log.dispatchEvent(new WheelEvent('wheel'))
      log.scrollTop -= log.clientHeight * 0.8
    })
    expect(await page.evaluate(harm)).toEqual([])
    return thread.log.evaluate(log => log.scrollTop === 0 && log.querySelector('[data-entry=user]') !== null)
  }, { intervals: [60], timeout: 90_000 }).toBe(true)

  await thread.option('No, Reject once').click()
  await page.getByRole('button', { name: 'Jump to latest' }).click()
  await thread.seeEnd()
  await thread.message.fill('/')
  await expect(page.getByRole('listbox', { name: 'Suggestions' })).toContainText('<script>')

  expect(await page.evaluate(harm)).toEqual([])
  expect(dialogs).toEqual([])
  expect(requests).toEqual([])
  expect(new URL(page.url()).origin).toBe(own)
}

/** Finds what could run, load or lead somewhere; empty if there is nothing. Runs in the page. */
function harm(): string[] {
  const found = document.documentElement.dataset.ran === undefined ? [] : ['a script ran']
  for (const element of document.querySelectorAll('#app *')) {
    const { localName } = element
    if (
      ['script', 'iframe', 'object', 'embed', 'link', 'meta', 'base', 'video', 'template', 'noscript'].includes(localName)
      || (localName === 'form' && element.hasAttribute('action'))
    ) {
      found.push(element.outerHTML.slice(0, 200))
    }
    // The sheets of the terminal are its own; an agent's would name the address.
    if (localName === 'style' && element.textContent.includes('beacon'))
      found.push(element.outerHTML.slice(0, 200))
    for (const { name, value } of element.attributes) {
      const isActive = name.startsWith('on') || ['ping', 'srcdoc', 'formaction', 'action', 'background', 'poster'].includes(name)
      const isLoading = ['src', 'srcset', 'style', 'xlink:href'].includes(name) && value.includes('beacon')
      // Only the app's own addresses and plain web links are targets, and a web link asks before it is opened.
      const isTarget = name === 'href' && !/^#(?:$|\/threads\/)/.test(value) && !/^(?:https?:\/\/|mailto:)[^@]*$/.test(value)
      if (isActive || isLoading || isTarget)
        found.push(`${localName} ${name}=${value.slice(0, 200)}`)
    }
  }
  return found
}
