import type { Page } from '@playwright/test'
import { hostile } from '../support/scriptedAgent'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

test.use({ agents: { Puppet: hostile('puppet') } })

/** How far the page could be scrolled horizontally, in pixels. */
function sideways(page: Page): Promise<number> {
  return page.evaluate(() => document.scrollingElement!.scrollWidth - window.innerWidth)
}

test('in a narrow window', { tag: '@slow' }, async ({ app }) => {
  const thread = new OpenThread(app)

  await test.step('nothing scrolls sideways, whatever an agent shows', async () => {
    await app.page.setViewportSize({ width: 600, height: 800 })
    await expect(app.page.getByRole('navigation', { name: 'Threads' })).toBeHidden()
    await app.page.getByRole('button', { name: 'Show threads' }).click()
    await thread.startInForm()
    await expect(app.page.getByRole('navigation', { name: 'Threads' })).toBeHidden()
    for (const text of ['unicode', 'many', 'markdown', 'diff', 'help']) {
      expect(await thread.ask(text)).toBe('end_turn')
      expect(await sideways(app.page), text).toBeLessThanOrEqual(0)
      for (const part of [thread.log, thread.main])
        expect(await part.evaluate(element => element.scrollWidth - element.clientWidth), text).toBeLessThanOrEqual(0)
    }
  })

  await test.step('columns over the thread are closed by Escape and by a click beside them', async () => {
    await app.page.setViewportSize({ width: 900, height: 700 })
    await thread.ask('plan')
    const panel = app.page.getByRole('complementary', { name: 'Details' })
    const toggle = app.page.getByRole('button', { name: 'Panel', exact: true })
    await toggle.click()
    const [over, composer] = await Promise.all([panel.boundingBox(), app.page.getByRole('region', { name: 'Composer' }).boundingBox()])
    expect(over!.y + over!.height).toBeLessThanOrEqual(composer!.y)
    await thread.message.focus()
    await app.page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(thread.message).toBeFocused()
    for (const leave of [() => app.page.keyboard.press('Escape'), () => thread.message.click()]) {
      await toggle.click()
      await expect(panel).toBeFocused()
      await leave()
      await expect(panel).toBeHidden()
    }
    await app.page.emulateMedia({ reducedMotion: 'no-preference' })
    const moved = await app.page.evaluateHandle(() => {
      const names = new Set<string>()
      addEventListener('transitionrun', ({ target, propertyName }) => (target as Element).matches('aside') && names.add(propertyName))
      return names
    })
    await toggle.press('Enter')
    await expect.poll(() => moved.evaluate(names => [...names].sort())).toEqual(['opacity', 'translate']) // they move nothing else
    await app.page.emulateMedia({ reducedMotion: 'reduce' })
    await app.page.keyboard.press('Escape')
    await expect(toggle).toBeFocused()

    await app.page.setViewportSize({ width: 420, height: 700 })
    const side = app.page.getByRole('complementary', { name: 'Sidebar' })
    const threads = app.page.getByRole('button', { name: 'Show threads' })
    await threads.click()
    await side.getByRole('button', { name: /^Menu of/ }).first().click()
    await app.page.getByRole('menuitem', { name: 'Copy title' }).click()
    await expect(side).toBeVisible()
    await app.page.mouse.click(400, 600)
    await expect(side).toBeHidden()
    await threads.press('Enter')
    await app.page.keyboard.press('Escape')
    await expect(threads).toBeFocused()
  })

  await test.step('a question and Stop stay reachable', async () => {
    await app.page.setViewportSize({ width: 600, height: 600 })
    await thread.send('write a-file-with-quite-a-long-name-that-has-to-go-somewhere.txt')
    for (const name of ['Allow, Allow once', 'Reject, Reject once'])
      await expect(thread.option(name)).toBeInViewport({ ratio: 1 })
    await expect(thread.button('Stop')).toBeInViewport({ ratio: 1 })
    expect(await sideways(app.page)).toBeLessThanOrEqual(0)
    await thread.stop()
  })

  await test.step('the header of a tool call is one row, whatever the agent sends', async () => {
    await app.page.setViewportSize({ width: 1280, height: 800 })
    await thread.start('Puppet')
    await app.page.setViewportSize({ width: 420, height: 800 })
    const name = 'a-module-with-quite-a-long-name-that-has-to-go-somewhere'
    const call = (kind: string, more: object) => ({
      update: { sessionUpdate: 'tool_call', toolCallId: kind, kind, status: 'completed', rawInput: {}, ...more },
    })
    const locations = [1, 2, 3].map(line => ({ path: `/src/${name}/${line}.ts`, line }))
    await thread.ask(JSON.stringify([
      call('read', { title: `Look at ${name} `.repeat(6), locations }),
      call('edit', { title: `Edit ${name}.ts`, content: [{ type: 'diff', path: `/${name}.ts`, oldText: 'a', newText: 'b' }] }),
      call('fetch', { title: name, status: 'failed', locations: [{ path: `/${name}` }] }),
    ]))
    const headers = thread.entries('tool').locator('header').filter({ has: app.page.getByRole('button', { name: 'Raw input and output' }) })
    await expect(headers).toHaveCount(3)
    await expect(headers.first()).toContainText('+2')
    for (const header of await headers.all()) {
      expect(await header.evaluate((element) => {
        const { top, height, right } = element.getBoundingClientRect()
        const middle = top + height / 2
        const out = [...element.children].filter((child) => {
          const part = child.getBoundingClientRect()
          return part.width > 1 && (part.top > middle || part.bottom < middle || part.right > right + 1)
        })
        return [height <= 44, out.map(child => child.className)]
      })).toEqual([true, []])
    }
  })

  await test.step('the wheel over a long code block scrolls the conversation', async () => {
    const text = ['```js', ...Array.from({ length: 200 }, (_, index) => `const value${index} = ${index}`), '```'].join('\n')
    await thread.ask(JSON.stringify([{ update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } }]))
    const code = thread.entries('agent').last().locator('pre')
    await code.getByText('value199').hover()
    const scrolled = (): Promise<number> => thread.log.evaluate(log => log.scrollTop)
    const before = await scrolled()
    await app.page.mouse.wheel(0, -100)
    await expect.poll(scrolled).toBeLessThan(before)
    await app.page.mouse.wheel(0, 100)
    await expect.poll(scrolled).toBe(before)
  })

  await test.step('the New thread form needs no scrolling, whichever agent is picked', async () => {
    await app.page.setViewportSize({ width: 420, height: 800 })
    const side = app.page.getByRole('complementary', { name: 'Sidebar' })
    await app.page.getByRole('button', { name: 'Show threads' }).click()
    await expect(side, 'the sidebar over the thread has the keyboard').toBeFocused()
    await app.page.keyboard.press('Escape')
    await expect(side).toBeHidden()
    await app.page.getByRole('button', { name: 'Show threads' }).click()
    await app.page.getByRole('button', { name: 'New thread' }).click()
    const form = app.page.getByRole('dialog', { name: 'New thread' })
    await expect(form.getByRole('button', { name: /more agents$/ })).toBeVisible()
    for (const name of [/^Demo agent/, /^Claude/]) {
      await form.getByRole('radio', { name }).check()
      await expect(form.getByRole('button', { name: 'Agent settings' })).toBeVisible()
      await expect.poll(() => form.evaluate(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) => [
        scrollHeight - clientHeight,
        scrollWidth - clientWidth,
      ]), { message: String(name) }).toEqual([0, 0])
    }
  })
})
