import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { pdfDocument } from '../support/pdfDocument'
import { hostile } from '../support/scriptedAgent'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

test.use({ agents: { puppet: hostile('puppet') } })

const fence = '```'
const wrong = 'flowchart LR\n  A --> --> B ['

const rule = 'diagrams and PDFs are drawn in confined pages that cannot block the window'
test(rule, { tag: ['@both', '@slow'] }, async ({ app }) => {
  test.slow() // the library of diagrams is large
  const { page } = app
  app.allowError(/Content Security Policy|allow-popups|(?:diagram|pdf)\.html/) // these pages log violations of their policy
  // Refused requests are reported as requests, too: only this page knows.
  const asked: string[] = []
  const beacon = createServer(({ url = '' }, response) => {
    asked.push(url)
    response.end()
  }).listen(0, '127.0.0.1')
  await once(beacon, 'listening')
  const address = `http://127.0.0.1:${(beacon.address() as AddressInfo).port}` // a string only for pipes
  const hostileDiagram = `flowchart LR\n  A["<img src=${address}/image onerror=alert(1)>"] --> B\n  click B "${address}/click"`
  const thread = new OpenThread(app)
  await thread.start('puppet')
  const text = [hostileDiagram, wrong].map(diagram => `${fence}mermaid\n${diagram}\n${fence}`).join('\n\n')
  await thread.ask(JSON.stringify([{ update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } }]))
  const show = thread.log.getByRole('button', { name: 'Show as diagram' })

  await show.first().click()
  const diagram = page.frameLocator('iframe[title=Diagram]')
  await expect(diagram.locator('svg')).toContainText('B', { timeout: 20_000 })
  await expect(page.locator('iframe[title=Diagram]')).toHaveAttribute('sandbox', 'allow-scripts')
  const frame = page.frame({ url: /diagram\.html$/ })!
  expect(await frame.evaluate(tryEverything, address)).toEqual([])

  await test.step('a diagram can be enlarged, and zoomed by keyboard', async () => {
    await thread.log.getByRole('button', { name: 'Enlarge' }).click()
    const dialog = page.getByRole('dialog', { name: 'Diagram' })
    await expect(dialog.frameLocator('iframe').locator('svg')).toContainText('B', { timeout: 20_000 })
    await expect(dialog).toContainText('200 %')
    await dialog.press('+')
    await expect(dialog).toContainText('250 %')
    await dialog.press('0')
    await expect(dialog).toContainText('200 %')
    await dialog.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('an invalid diagram stays source, and says why', async () => {
    await show.click()
    await expect(thread.log.getByText('The diagram could not be drawn: Parse error on line 2')).toBeVisible({ timeout: 20_000 })
    await expect(thread.log.locator('pre')).toContainText('A --> --> B [')
  })

  await test.step('a PDF turns its pages by keyboard, and a damaged one says so', async () => {
    const broken = Buffer.from('%PDF-1.4 nothing').toString('base64')
    const files = { 'report.pdf': pdfDocument(['Sales rose', 'Costs fell']), 'broken.pdf': broken }
    await thread.ask(JSON.stringify(Object.entries(files).map(([name, blob]) => (
      { update: { sessionUpdate: 'agent_message_chunk', content: { type: 'resource', resource: { uri: `file:///${name}`, blob } } } }
    ))))
    const open = (name: string) => thread.log.locator('summary', { hasText: name }).press('Enter')
    await open('report.pdf')
    const report = thread.log.getByRole('group', { name: 'PDF document /report.pdf' })
    await expect(report).toContainText('Page 1 of 2', { timeout: 20_000 })
    await expect(report).toContainText('Sales rose')
    await report.press('ArrowRight')
    await expect(report).toContainText('Page 2 of 2')
    await expect(report).toContainText('Costs fell')
    await expect(page.locator('iframe[src="./pdf.html"]')).toHaveAttribute('sandbox', 'allow-scripts')
    const reader = page.frame({ url: /pdf\.html$/ })!
    expect(await reader.evaluate(() => document.querySelectorAll('canvas').length)).toBe(1)
    expect(await reader.evaluate(tryEverything, address)).toEqual([])
    await open('broken.pdf')
    await expect(thread.log.getByText('This document cannot be shown: it is damaged.')).toBeVisible({ timeout: 20_000 })
    await open('report.pdf')
    await open('broken.pdf')
  })

  await test.step('the window responds while a diagram hangs', async () => {
    app.allowError(/^$/) // a script that is terminated with its frame may end in an exception without a text
    frame.evaluate(() => {
      for (;;)
        ;
    }).catch(() => undefined) // ends with its frame
    await thread.message.fill('still here')
    await thread.log.getByRole('button', { name: 'Show source' }).click()
    await expect(page.locator('iframe')).toHaveCount(0)
    await expect(thread.message).toHaveValue('still here')
  })
  expect(asked).toEqual([])
  beacon.close()
})

/** What the diagram page could do although it must not. */
async function tryEverything(address: string): Promise<string[]> {
  const done: string[] = []
  const attempt = async (name: string, run: () => unknown): Promise<void> => {
    try {
      if (await run())
        done.push(name)
    }
    catch {
      // refused, as it has to be
    }
  }
  await attempt('read the window', () => parent.document.title !== '')
  await attempt('has an origin', () => origin !== 'null')
  await attempt('store', () => localStorage.length >= 0)
  await attempt('fetch', () => fetch(`${address}/fetch`).then(() => true))
  await attempt('fetch Parley', () => fetch('./index.html').then(() => true))
  // oxlint-disable-next-line no-constant-binary-expression -- the constructor may throw
  await attempt('socket', () => new WebSocket(address.replace('http', 'ws')) && new Promise(resolve => setTimeout(resolve, 20, false)))
  await attempt('open', () => open(`${address}/open`) !== null)
  await attempt('eval', () => Reflect.construct(Function, ['return true'])() as unknown)
  await attempt('script', () => {
    document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="document.body.dataset.ran = 1">')
    return document.body.dataset.ran !== undefined
  })
  return done
}
