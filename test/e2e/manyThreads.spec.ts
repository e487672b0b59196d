import { join } from 'node:path'
import { openDatabase } from '../../src/main/store/database'
import { ThreadStore } from '../../src/main/store/threadStore'
import { expect, test } from './fixtures'

const count = 150

test.use({
  prepare: async ({}, use) => { // eslint-disable-line no-empty-pattern -- Playwright reads there what a fixture needs
    await use(({ data, workspace, outside }) => {
      const database = openDatabase(join(data, 'parley.db'))
      const store = new ThreadStore(database)
      for (let n = 1; n <= count; n++) {
        const folder = n <= 40 ? outside : workspace
        store.createThread({ threadId: `t${n}`, title: `Thread ${n}`, agentId: 'a', agentName: 'A', folder, createdAt: 1 })
      }
      database.close()
    })
  },
})

test('the list draws only visible threads, and keys and search reach all', async ({ ownApp: { page } }) => {
  const { keyboard } = page
  const list = page.getByRole('navigation', { name: 'Threads' })
  const links = list.getByRole('link')
  const link = (n: number) => list.getByRole('link', { name: `Thread ${n}`, exact: true })

  await test.step('only a part is drawn, and its rows announce the total', async () => {
    await expect(link(count)).toBeInViewport()
    expect(await links.count()).toBeLessThan(60)
    const item = list.getByRole('listitem').first()
    await expect(item).toHaveAttribute('aria-setsize', '110')
    await expect(item).toHaveAttribute('aria-posinset', '1')
  })

  await test.step('keys reach both ends and skip over undrawn rows', async () => {
    await link(count).focus()
    await keyboard.press('End')
    await expect(link(1)).toBeFocused()
    await expect(link(1)).toBeInViewport()
    for (let n = 2; n <= 30; n++)
      await keyboard.press('ArrowUp')
    await expect(link(30)).toBeFocused()
    await expect(link(30)).toBeInViewport()
    await keyboard.press('Home')
    await expect(list.getByRole('button', { name: 'workspace' })).toBeFocused()
    await keyboard.press('ArrowDown')
    await expect(link(count)).toBeFocused()
  })

  await test.step('rows that are scrolled into view are drawn in place, and the focus stays', async () => {
    const top = await list.evaluate((list) => {
      list.scrollTop = 2_000
      return list.scrollTop
    })
    expect(top).toBe(2_000)
    // A heading, then rows of equal height.
    const shown = await list.getByRole('heading').first().evaluate(heading => heading.getBoundingClientRect().height)
    const height = await link(count).evaluate(link => link.getBoundingClientRect().height)
    const n = count - Math.ceil((2_000 - shown) / height) - 3
    await expect(link(n)).toBeInViewport()
    const offset = await link(n).evaluate(link => link.getBoundingClientRect().top - link.closest('nav')!.getBoundingClientRect().top)
    expect(offset + 2_000).toBeCloseTo(shown + (count - n) * height, 0)
    await expect(link(count)).toBeFocused()
    expect(await links.count()).toBeLessThan(60)
    await keyboard.press('ArrowDown')
    await expect(link(count - 1)).toBeFocused()
    await expect(link(count - 1)).toBeInViewport()
  })

  await test.step('deleting the focused thread focuses the next one, even out of view', async () => {
    await list.evaluate(list => list.scrollTop = 2_000)
    await expect(link(count - 1)).not.toBeInViewport()
    await keyboard.press('Delete')
    await expect(link(count - 2)).toBeFocused()
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    await keyboard.press('ControlOrMeta+Z')
    await expect(link(count - 1)).toBeVisible()
    await expect(link(count - 2)).toBeFocused()
  })

  await test.step('search finds a thread far down the list', async () => {
    const search = page.getByRole('searchbox', { name: 'Search threads' })
    await search.fill('Thread 17')
    await expect(link(17)).toBeInViewport()
    await search.fill('')
    await expect(link(count)).toBeInViewport()
  })

  await test.step('folding a group draws the next one', async () => {
    await list.getByRole('button', { name: 'workspace' }).click()
    await expect(link(40)).toBeInViewport()
    await expect(link(count)).toBeHidden()
    await expect(links, 'a short list is drawn as a whole').toHaveCount(40)
  })
})
