import type { Page } from '@playwright/test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scripted } from '../support/scriptedAgent'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

test.use({ agents: { steady: scripted('growsSteadily') } })

/** Parts of the window, by name, that don't move whatever an agent does. */
const parts = {
  'the list of threads': 'nav',
  'the title': 'main h1',
  'agent and folder': 'main h1 + p',
  'the conversation': '[role=log]',
  'the message': 'textarea[aria-label=Message]',
  'the panel': 'aside',
}

/** Records movements, frame by frame: the upper left corner of each part, and each entry within the conversation. */
async function recordMoves(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate((parts) => {
    const places = new Map<string, string>()
    const moves = new Set<string>()
    const note = (name: string, ...place: number[]): void => {
      const now = place.map(Math.round).join()
      const before = places.get(name) ?? now
      if (before !== now)
        moves.add(`${name}: ${before} → ${now}`)
      places.set(name, now)
    }
    const name = (node: Node | null): string =>
      (node instanceof Element ? node : node?.parentElement)?.closest('[class]')?.className.toString() ?? ''
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries() as (PerformanceEntry & { sources: { node: Node | null }[] })[])
        sources.forEach(({ node }) => moves.add(`shifted: ${name(node)}`))
    }).observe({ type: 'layout-shift' })
    const look = (): void => {
      for (const [name, selector] of Object.entries(parts)) {
        const box = document.querySelector(selector)?.getBoundingClientRect()
        if (box)
          note(name, box.left, box.top)
      }
      const log = document.querySelector('[role=log]')
      const origin = log ? log.getBoundingClientRect().top - log.scrollTop : 0
      for (const entry of document.querySelectorAll<HTMLElement>('[data-entry-id]'))
        note(`${entry.dataset.entry} ${entry.dataset.entryId}`, entry.getBoundingClientRect().top - origin)
      frame = requestAnimationFrame(look)
    }
    let frame = requestAnimationFrame(look)
    const endRecord = (): string[] => {
      cancelAnimationFrame(frame)
      return [...moves]
    }
    Object.assign(window, { endRecord })
  }, parts)
  return () => page.evaluate(() => (window as unknown as { endRecord: () => string[] }).endRecord())
}

const rule = 'only the growing end moves while an answer, a plan, terminals, a diff and a question arrive'
test(rule, { tag: '@slow' }, async ({ app }) => {
  const thread = new OpenThread(app)
  const terminal = (id: string) => app.page.locator(`section[data-terminal-id=${id}]`)
  await thread.start('steady')
  await thread.ask('hello') // from now on the thread has its title

  await test.step('in a thread that is watched', async () => {
    const moves = await recordMoves(app.page)
    await thread.send('go')
    for (const id of ['one', 'two']) {
      await expect(terminal(id).locator('.xterm-rows')).toContainText('line 7')
      if (id === 'two')
        await expect(thread.log.getByRole('region', { name: /^Diff of .*notes\.txt$/ })).toContainText('new 16')
      writeFileSync(join(app.folders.workspace, id), '')
    }
    await expect(thread.option('No, Reject once')).toBeEnabled()
    await expect(thread.log).toContainText('That is all.')
    await expect(thread.main.getByText('Plan · 3 of 4')).toBeVisible()
    // The activity line is the last one, the line below the message has new text; a question grows upwards from there.
    expect((await moves()).filter(move => !/^shifted: (?:end|busy|status|dock|log)$/.test(move))).toEqual([])
    await thread.answer('No, Reject once')
  })

  await test.step('in a thread that is opened while its terminals run', async () => {
    await app.page.reload({ waitUntil: 'commit' })
    await expect(thread.log).toContainText('That is all.')
    const placeOfEnd = () => thread.lastEntry.evaluate(entry => Math.round(entry.getBoundingClientRect().bottom))
    const place = await placeOfEnd()
    await expect(terminal('two')).toContainText('line 7')
    expect(await placeOfEnd()).toBe(place)
  })
  await thread.stop()
})
