import { hostile } from '../support/scriptedAgent'
import { OpenThread } from './app/openThread'
import { type App, expect, test } from './fixtures'

test.use({ agents: { heavy: hostile('permission/asksHeavily') } })

const attacks = ['title', 'diff', 'mixed', 'bidi']
const furtherAttacks = ['unbroken', 'changed', 'fatKeys', 'manyKeys', 'command', 'paths', 'words', 'env']
/** Unbounded they took up to 15,000. Beside other tests everything takes longer, so this shows that they are bounded, not how fast. */
const maxTaskMs = 2_000

/** The longest time for which the page stood still since the last call, in milliseconds. */
async function watchTasks({ page }: App): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    let longest = 0
    new PerformanceObserver(list => list.getEntries().forEach(({ duration }) => longest = Math.max(longest, duration))).observe({
      type: 'longtask',
    })
    Object.assign(window, { takeLongest: () => [longest, longest = 0][0] })
  })
  return () => page.evaluate(() => (window as unknown as { takeLongest: () => number }).takeLongest())
}

async function expectCheap(app: App, attacks: readonly string[]): Promise<void> {
  const thread = new OpenThread(app)
  await thread.start('heavy')
  await thread.askAndAnswer('plain', 'No, Reject once')
  const takeLongest = await watchTasks(app)
  const costs: Record<string, number> = {}
  for (const attack of attacks) {
    await thread.send(attack)
    await thread.answer('No, Reject once')
    await expect(thread.dialog).toBeHidden()
    costs[attack] = await takeLongest()
  }
  await test.info().attach('longest tasks', { body: JSON.stringify(costs) })
  expect(Object.entries(costs).filter(([, ms]) => ms > maxTaskMs)).toEqual([])
}

test('no huge title, change or mix of scripts in a question stops the window for seconds', async ({ app }) => {
  await expectCheap(app, attacks)
})

test('no other huge part of a question stops it either', { tag: '@slow' }, async ({ app }) => {
  await expectCheap(app, furtherAttacks)
})

test('what a question hides has to be shown and read before it can be allowed', async ({ app }) => {
  const thread = new OpenThread(app)
  await thread.start('heavy')
  await thread.send('manyKeys')
  const yes = thread.option('Yes, Allow once')
  await expect(thread.option('No, Reject once')).toBeEnabled()
  const facts = thread.dialog.getByRole('group', { name: 'What will be done' })
  const toEnd = (): Promise<void> => facts.evaluate(box => box.scrollTo(0, box.scrollHeight))
  await toEnd()
  await expect(yes).toBeDisabled()
  const more = facts.getByRole('button', { name: /more characters: Show$/ })
  while (await more.isVisible())
    await more.click()
  await toEnd()
  await expect(yes).toBeEnabled()
  await thread.stop()
})
