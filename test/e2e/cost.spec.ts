import { heavyCalls } from '../agents/hostile/permission/heavyCalls'
import { heavyChoices } from '../agents/hostile/window/heavyChoices'
import { heavyEntries } from '../agents/hostile/window/heavyEntries'
import { heavyForms } from '../agents/hostile/window/heavyForms'
import { hostile } from '../support/scriptedAgent'
import { OpenThread } from './app/openThread'
import { type App, expect, test } from './fixtures'

test.use({ agents: { heavy: hostile('permission/asksHeavily'), fills: hostile('window/fillsTheWindow') } })

const questions = ['diff', 'mixed']
const updates = ['mixedSteps']
const forms = ['formFields']
/** Refused rather than drawn. */
const refused = ['hugeKeys', 'formChoices']
const drawn = (table: object): string[] => Object.keys(table).filter(name => !refused.includes(name))

/**
 * The amount that a browser lays out in less than a tenth of a second, in any script. Unbounded, there were millions.
 */
const maxCharacters = 60_000
const maxElements = 3_000
/**
 * With other tests running, everything takes longer: this shows that nothing is far off, not how fast it is. Unbounded,
 * it took up to 15,000.
 */
const maxTaskMs = 2_000

/** The amount drawn, beyond what an honest agent needs. */
function excess({ page }: App): Promise<string[]> {
  return page.evaluate(([maxCharacters, maxElements]) => {
    // A menu's content is not laid out before it opens.
    const menus = [...document.querySelectorAll('select')].reduce((sum, menu) => sum + menu.innerText.length, 0)
    const characters = document.body.innerText.length - menus
    const elements = document.querySelectorAll('*').length
    return [
      ...characters > maxCharacters ? [`${characters} characters`] : [],
      ...elements > maxElements ? [`${elements} elements`] : [],
    ]
  }, [maxCharacters, maxElements] as const)
}

/** The longest time for which the page was blocked since the last call, in milliseconds. */
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

/** Has an agent do one expensive thing after another, and checks what is drawn each time. */
class Costs {
  readonly thread: OpenThread
  readonly #app: App
  readonly #excess: Record<string, string[]> = {}
  readonly #tasks: Record<string, number> = {}
  #takeLongest = (): Promise<number> => Promise.resolve(0)

  constructor(app: App) {
    this.#app = app
    this.thread = new OpenThread(app)
  }

  async start(agent: string): Promise<void> {
    await this.thread.start(agent)
    this.#takeLongest = await watchTasks(this.#app)
  }

  async look(name: string): Promise<void> {
    this.#excess[name] = await excess(this.#app)
    this.#tasks[name] = await this.#takeLongest()
  }

  /** Expects that never much was drawn; `isTimed`: nor for long. */
  async expectSmall({ isTimed = false } = {}): Promise<void> {
    await test.info().attach('longest tasks', { body: JSON.stringify(this.#tasks) })
    expect(Object.entries(this.#excess).filter(([, found]) => found.length > 0)).toEqual([])
    expect(isTimed ? Object.entries(this.#tasks).filter(([, ms]) => ms > maxTaskMs) : []).toEqual([])
  }
}

async function ask(costs: Costs, names: readonly string[]): Promise<void> {
  const { thread } = costs
  for (const name of names) {
    await thread.send(name)
    await expect(thread.option('No, Reject once')).toBeVisible()
    await costs.look(name)
    await thread.answer('No, Reject once')
    await expect(thread.dialog).toBeHidden()
  }
}

async function update(costs: Costs, names: readonly string[]): Promise<void> {
  for (const name of names) {
    expect(await costs.thread.ask(name)).toBe('end_turn')
    await costs.look(name)
  }
}

async function askByForm(costs: Costs, names: readonly string[]): Promise<void> {
  const { thread } = costs
  const form = thread.main.getByRole('form', { name: /^Question from/ })
  for (const name of names) {
    await thread.send(name)
    await expect(form).toBeVisible()
    await costs.look(name)
    await form.getByRole('button', { name: 'Decline' }).click()
    await expect(form).toBeHidden()
    await thread.seeEnd()
  }
}

test('a huge question', { tag: '@slow' }, async ({ app }) => {
  const costs = new Costs(app)
  await costs.start('heavy')
  const { thread } = costs

  await test.step('is drawn only in part', async () => {
    await ask(costs, questions)
    await costs.expectSmall()
  })

  await test.step('that is too large is rejected, with a notice', async () => {
    await thread.ask('hugeKeys')
    await expect(thread.entries('notice').last()).toContainText('A question may hold at most 4 MB.')
  })

  await test.step('must be shown completely and read before it can be allowed', async () => {
    await thread.send('manyKeys')
    const yes = thread.option('Yes, Allow once')
    await expect(thread.option('No, Reject once')).toBeEnabled()
    const facts = thread.dialog.getByRole('group', { name: 'What will be done' })
    const toEnd = (): Promise<void> => facts.evaluate(box => box.scrollTo(0, box.scrollHeight))
    await toEnd()
    await expect(yes).toBeDisabled()
    const more = facts.getByRole('button', { name: /^Show .* more characters$/ })
    while (await more.isVisible())
      await more.click()
    await toEnd()
    await expect(yes).toBeEnabled()
    await thread.stop()
  })

  await test.step('that is a form is drawn only in part, like a huge tool call', async () => {
    const costs = new Costs(app)
    await costs.start('fills')
    await update(costs, updates)
    await askByForm(costs, forms)
    await costs.expectSmall()
  })
})

test('no huge part of a question blocks the window', { tag: '@slow' }, async ({ app }) => {
  test.setTimeout(300_000)
  const costs = new Costs(app)
  await costs.start('heavy')
  await ask(costs, drawn(heavyCalls))
  await costs.expectSmall({ isTimed: true })
})

test('no other huge content blocks the window', { tag: '@slow' }, async ({ app }) => {
  test.setTimeout(600_000)
  const costs = new Costs(app)
  await costs.start('fills')
  await update(costs, drawn({ ...heavyEntries, ...heavyChoices }))
  await update(costs, ['commands'])
  await costs.thread.message.fill('/')
  await costs.look('suggestions')
  await askByForm(costs, drawn(heavyForms))
  await costs.expectSmall({ isTimed: true })
})
