import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scripted } from '../support/scriptedAgent'
import { pacedDemoAgent } from './app/agentCommand'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

// A turn of the calm one lasts until it is stopped, however slow the machine is.
test.use({
  agents: {
    Claude: scripted('claudeDialect'),
    Paced: pacedDemoAgent(15),
    Calm: pacedDemoAgent(200),
    More: scripted('saysMore'),
  },
})

test('while the agent works', async ({ app }) => {
  await app.page.setViewportSize({ width: 1280, height: 800 })
  const thread = new OpenThread(app)
  await thread.start('Calm')

  await test.step('a thought is open', async () => {
    await thread.send('think')
    await expect(thread.entries('thought').locator('details')).toHaveAttribute('open')
    await thread.stop()
    await expect(thread.entries('thought').locator('details')).not.toHaveAttribute('open')
  })

  await test.step('an answer grows', async () => {
    const answer = thread.entries('agent').last()
    await thread.send('markdown')
    await expect(answer).toContainText('A bit')
    const begun = (await answer.innerText()).length
    await expect.poll(async () => (await answer.innerText()).length).toBeGreaterThan(begun)
    await expect(thread.state).toContainText('Working')
    await expect(thread.button('Queue')).toBeVisible()
    await expect(thread.button('Send')).toBeHidden()
    await thread.stop()
  })

  await test.step('the plan is updated', async () => {
    await thread.start('Paced')
    await thread.send('plan Paint the fence')
    const plan = app.page.getByRole('region', { name: 'Plan' })
    const steps = plan.getByRole('list').getByRole('listitem')
    await thread.button('Panel').click()

    const seen = new Set<string>()
    await expect.poll(async () => {
      const statuses = (await steps.evaluateAll(items => items.map(item => item.getAttribute('data-status')))).join(' ')
      seen.add(statuses)
      return statuses
    }, { intervals: [50] }).toBe('completed completed completed completed')

    expect(
      [...seen].some(statuses => /^(?:completed )+in_progress(?: pending)*$/.test(statuses)),
      `a state in between was seen: ${[...seen].join(', ')}`,
    ).toBe(true)
    await expect(steps.nth(1)).toContainText('Paint the fence')
    expect(await steps.evaluateAll(items => items.map(item => item.getAttribute('data-priority')))).toEqual([
      'high',
      'high',
      'medium',
      'low',
    ])
    await expect(plan.getByRole('progressbar')).toHaveAttribute('value', '4')
  })

  await test.step('a finished plan above the message disappears when its turn ends', async () => {
    await thread.seeEnd()
    await thread.button('Panel').click()
    await expect(thread.button('Panel')).toHaveAttribute('aria-expanded', 'false')
    await expect(app.page.getByText('Plan · 4 of 4')).toBeHidden()
    await expect(thread.entries('plan')).toHaveCount(1)
    await expect(thread.entries('plan')).toContainText('Plan: 4 of 4')
  })

  await test.step('an unfinished plan says so above the message', async () => {
    await thread.send('plan Paint the door')
    await expect(app.page.getByText(/^Plan · \d of 4/)).toBeVisible()
    await thread.stop()
    await expect(app.page.getByText(/^Plan not finished · \d of 4 done$/)).toBeVisible()
  })

  await test.step('a pressed link stays under the pointer while more text arrives', async () => {
    await thread.start('More')
    await thread.send('go')
    const click = async (number: number, meanwhile: () => Promise<void>): Promise<void> => {
      const link = thread.log.getByRole('link', { name: `link ${number}`, exact: true })
      const dialog = app.page.getByRole('dialog', { name: 'Open this address?' })
      const place = async (): Promise<string> => JSON.stringify(await link.boundingBox())
      let before = ''
      // The last entry is measured and scrolled to.
      await expect.poll(async () => before === (before = await place()), { intervals: [200] }).toBe(true)
      await link.hover()
      await app.page.mouse.down()
      await meanwhile()
      await app.page.mouse.up()
      await expect(dialog).toContainText(`https://example.org/${number}`)
      await app.page.keyboard.press('Escape')
      await expect(dialog, 'what it gives the keyboard back to may scroll').toBeHidden()
    }
    // The first is in the block that is still being written, the second in one that is done.
    for (const number of [19, 39]) {
      const more = thread.log.getByText(`These are ${number + 21} links.`)
      await click(number, async () => {
        writeFileSync(join(app.folders.workspace, 'more'), '')
        await expect(more).toBeAttached()
      })
      await expect(more).toBeInViewport()
    }
    await click(59, async () => {
      await app.page.keyboard.press('ControlOrMeta+.')
      await expect(thread.lastEntry).toHaveAttribute('data-entry', 'turn-end')
      await expect(thread.state).toHaveText('Ready')
    })
    await expect(thread.lastEntry).toBeInViewport()
  })
})

test('the thread shows an agent\'s work, usage and options', { tag: '@slow' }, async ({ app }) => {
  const thread = new OpenThread(app)
  await thread.start()

  await test.step('a thought folds when it has ended, and opens again', async () => {
    await thread.ask('think')
    const thought = thread.entries('thought')
    await expect(thought.locator('details')).not.toHaveAttribute('open')
    await thought.locator('summary').click()
    await expect(thought).toContainText('it comes before the answer. That should do.')
  })

  await test.step('usage and cost are shown', async () => {
    await thread.ask('usage')
    await expect(thread.main.getByRole('meter', { name: 'Context used' })).toHaveAttribute('aria-valuenow', '68500')
    await expect(thread.main.getByRole('region', { name: 'Composer' })).toContainText(/34 %.*0\.2/s)
  })

  await test.step('notices, unknown updates and updates after the end of a turn are shown', async () => {
    await thread.ask('unknown')
    await expect(thread.entries('notice')).toContainText('demo_weather')
    await thread.send('late')
    await expect(thread.entries('agent').last()).toContainText('This came after the end of my turn.')
    expect(await thread.ask('hello')).toBe('end_turn')
  })

  await test.step('changes to files are shown as diffs', async () => {
    await thread.start()
    await thread.send('diff')
    const worked = thread.log.getByRole('button', { name: /^Worked for/ })
    await expect(worked).toHaveAttribute('aria-expanded', 'false')
    await expect(thread.entries('tool')).toHaveCount(0)
    const changed = thread.log.getByRole('region', { name: 'Changed files' })
    await expect(changed).toContainText('3 files changed')
    await changed.getByRole('button', { name: /farewell\.ts/ }).click()
    await expect(changed.getByRole('region', { name: /^Diff of .*farewell\.ts$/ }).locator('.line').first()).toBeVisible()
    await changed.getByRole('button', { name: /farewell\.ts/ }).click()
    const place = await worked.boundingBox()
    await worked.click()
    await expect(thread.entries('tool')).toHaveCount(1)
    expect((await worked.boundingBox())?.y).toBe(place?.y)
    const diff = thread.log.getByRole('region', { name: `Diff of ${app.folders.workspace}/src/greet.ts` })
    const side = diff.getByRole('button', { name: 'Side by side' })
    const isBeside = async () => {
      const tops = await Promise.all(['removed', 'added'].map(async kind =>
        (await diff.locator(`.line[data-kind=${kind}]`).first().boundingBox())?.y))
      return tops[0] === tops[1]
    }
    await expect(side).toHaveAttribute('aria-pressed', 'false')
    expect(await isBeside()).toBe(false)
    await side.click()
    await expect(side).toHaveAttribute('aria-pressed', 'true')
    expect(await isBeside()).toBe(true)
    await side.click()
    await expect(diff.locator('.line', { hasText: 'export function greet(name: string): string {' })).toBeVisible()
    await expect(diff.getByText('export', { exact: true }).first()).toHaveAttribute('style', /--code-keyword/)
    await expect(diff).toContainText('+2 −2')
    await expect(thread.log.getByRole('region', { name: /^Diff of .*farewell\.ts$/ })).toContainText('New file')
    await expect(thread.log.getByRole('region', { name: /^Diff of/ })).toHaveCount(3)
  })

  await test.step('tool calls show their kind, status and location, and on demand their raw input and output', async () => {
    await app.page.setViewportSize({ width: 1280, height: 3000 })
    await thread.start()
    await thread.ask('many')

    const tools = thread.entries('tool')
    await expect(tools).toHaveCount(20)
    expect(new Set(await tools.evaluateAll(entries => entries.map(entry => entry.getAttribute('data-kind'))))).toEqual(
      new Set(['read', 'search', 'edit', 'move', 'delete', 'execute', 'think', 'fetch', 'switch_mode', 'other']),
    )
    await expect(thread.log.locator('[data-entry=tool][data-status=completed]')).toHaveCount(19)
    await expect(thread.log.locator('[data-entry=tool][data-status=failed]')).toHaveAttribute('data-kind', 'fetch')
    await expect(thread.tool('Search for "greet"').first()).toContainText('src/greet.ts:1')
    expect(new Set(await tools.evaluateAll(entries => entries.map(entry => entry.getAttribute('data-tool-call-id')))).size).toBe(20)

    const last = tools.last()
    await expect(last).not.toContainText('"took"')
    await last.getByRole('button', { name: 'Raw input and output' }).click()
    await expect(last.getByLabel('Raw input', { exact: true })).toContainText('"kind": "other"')
    await expect(last.getByLabel('Raw output')).toContainText('"took": "24 ms"')
  })

  await test.step('tool calls align at their ends', async () => {
    const ends = await thread.log.locator('.tool > header .status')
      .evaluateAll(list => list.map(status => Math.round(status.getBoundingClientRect().right)))
    expect(ends).toHaveLength(20)
    // The last one shows its raw input, with the button beside.
    expect(new Set(ends.slice(0, -1)).size).toBe(1)
  })

  await thread.start()
  const mode = thread.main.getByRole('combobox', { name: 'Mode', exact: true })

  await test.step('slash commands are completed by keyboard', async () => {
    const suggestions = app.page.getByRole('listbox', { name: 'Suggestions' })
    await thread.message.pressSequentially('/')
    await expect(suggestions.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
    await thread.message.press('Escape')
    await expect(suggestions).toBeHidden()

    await thread.message.pressSequentially('ma')
    await expect(suggestions.getByRole('option', { name: /^\/markdown/ })).toHaveAttribute('aria-selected', 'true')
    await thread.message.press('Tab')
    await expect(thread.message).toHaveValue('/markdown ')
    await thread.message.press('Enter')
    await expect(thread.entries('agent')).toContainText('That was all.')
    await expect(thread.state).toHaveText('Ready')
  })

  await test.step('options can be set, and a mode among them is shown once', async () => {
    await expect(mode).toHaveCount(1)
    await expect(mode).toHaveValue('ask')
    await mode.selectOption('Act')
    await expect(mode).toHaveValue('act')
    expect(await thread.ask('write acted.txt')).toBe('end_turn')
    await expect(thread.entries('permission')).toHaveCount(0)

    expect(await thread.ask('mode ask')).toBe('end_turn')
    await expect(mode).toHaveValue('ask')

    await thread.main.getByRole('switch', { name: 'Verbose' }).click()
    await expect(thread.main.getByRole('switch', { name: 'Verbose' })).toBeChecked()
    await thread.ask('hello')
    await expect(thread.entries('thought')).toHaveCount(1)

    await thread.main.getByRole('combobox', { name: 'Pace' }).selectOption('Instant script')
    await expect(thread.main.getByRole('combobox', { name: 'Pace' })).toHaveValue('instant')
  })

  await test.step('modes of an agent without options are in a combobox called Mode', async () => {
    await thread.start('Claude')
    await expect(mode).toHaveValue('default')
    await expect(mode.getByRole('option')).toHaveText(['Default', 'Plan'])
  })
})
