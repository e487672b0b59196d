import { hostile } from '../support/scriptedAgent'
import { OpenThread } from './app/openThread'
import { type App, expect, test } from './fixtures'

test.use({ agents: { puppet: hostile('puppet') } })

const options = [
  { optionId: 'no', name: 'No', kind: 'reject_once' },
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
] as const
const call = (id: string) => ({ toolCallId: id, title: id, kind: 'execute', rawInput: { command: 'make' } })
const ask = (id: string) => ['session/request_permission', { toolCall: call(id), options }]
const form = { mode: 'form', message: 'Who?', requestedSchema: { type: 'object', properties: {} } }
const step = { content: 'Step '.repeat(40), priority: 'high', status: 'pending' }
const text = (length: number) => ({ type: 'text', text: 'word\n\n'.repeat(length / 6) })
function configOptions(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    id: `o${index}`,
    name: `An option with a long name ${index}`,
    category: 'model_config',
    type: 'select',
    currentValue: 'a',
    options: [{ value: 'a', name: 'A value with a long name' }],
  }))
}
/** Everything an agent can change while its question is open. */
const updates = [
  { sessionUpdate: 'config_option_update', configOptions: configOptions(12) },
  { sessionUpdate: 'config_option_update', configOptions: [] },
  { sessionUpdate: 'config_option_update', configOptions: configOptions(5) },
  { sessionUpdate: 'current_mode_update', currentModeId: 'a-mode-of-a-very-long-name' },
  { sessionUpdate: 'plan', entries: Array.from({ length: 60 }, () => step) },
  { sessionUpdate: 'plan', entries: [] },
  { sessionUpdate: 'usage_update', used: 9, size: 10, cost: { amount: 1, currency: 'C'.repeat(2_000) } },
  { sessionUpdate: 'session_info_update', title: 'A long title '.repeat(40) },
  { sessionUpdate: 'available_commands_update', availableCommands: [{ name: 'do', description: 'Covers '.repeat(300) }] },
  { sessionUpdate: 'available_commands_update', availableCommands: [] },
  { sessionUpdate: 'agent_thought_chunk', content: text(6_000) },
  { sessionUpdate: 'agent_message_chunk', content: text(6_000) },
  { sessionUpdate: 'tool_call', toolCallId: 'other', title: 'Another '.repeat(50), content: [{ type: 'content', content: text(600) }] },
  { sessionUpdate: 'tool_call_update', toolCallId: 'first', rawInput: { command: 'rm\n'.repeat(400) } },
  { sessionUpdate: 'tool_call_update', toolCallId: 'first', rawInput: { command: 'make' } },
  { sessionUpdate: 'no_such_update', content: 'a notice' },
] as const
const steps = [
  { update: { sessionUpdate: 'tool_call', ...call('first') } },
  { ask: ask('first'), inBackground: true },
  { pauseMs: 700 },
  ...updates.flatMap(update => [{ update }, { pauseMs: 80 }]),
  { ask: ask('second'), inBackground: true },
  { ask: ['elicitation/create', form], inBackground: true },
  { pauseMs: 200 },
  { update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'that was all' } } },
  { untilCancelled: true },
]

/** Records every position of the question's buttons, frame by frame. */
async function record({ page }: App): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen = new Set<string>()
    const look = (): void => {
      for (const button of document.querySelectorAll('[role=alertdialog] [data-answer]')) {
        const { x, y, width, height } = button.getBoundingClientRect()
        seen.add([button.getAttribute('aria-label'), x, y, width, height].join(' '))
      }
      requestAnimationFrame(look)
    }
    look()
    Object.assign(window, { placesSeen: () => [...seen] })
  })
  return () => page.evaluate(() => (window as unknown as { placesSeen: () => string[] }).placesSeen())
}

test('an open question', { tag: '@slow' }, async ({ app }) => {
  const { page } = app
  const thread = new OpenThread(app)

  for (const width of [1280, 480]) {
    await test.step(`does not move in a window of ${width} px, whatever the agent does`, async () => {
      await page.setViewportSize({ width: 1280, height: 720 })
      await thread.start('puppet')
      await page.setViewportSize({ width, height: 720 })
      const places = await record(app)
      await thread.send(JSON.stringify(steps))
      await expect(thread.option('No, Reject once')).toBeVisible()
      // The agent's commands would open over the question.
      await thread.message.fill('/')
      await expect(thread.entries('agent').last()).toContainText('that was all')
      expect(await places()).toHaveLength(options.length + 1) // and Parley's own
      await expect(thread.dialog).toContainText('1 of 3')
      await thread.message.fill('')
      await thread.answer('No, Reject once')
      await expect(thread.dialog).toContainText('1 of 2')
    })
  }

  await test.step('accepts no answer from buttons that have just moved', async () => {
    await page.setViewportSize({ width: 1280, height: 720 })
    await thread.start('puppet')
    await thread.send(JSON.stringify([{ ask: ask('first'), inBackground: true }, { untilCancelled: true }]))
    const yes = thread.option('Yes, Allow once')
    const no = thread.option('No, Reject once')
    await expect(no).toBeEnabled()
    const move = (gap: number): Promise<void> =>
      thread.dialog.evaluate((dialog, gap) => dialog.style.translate = `0 ${gap}px`, gap).then(() => undefined)
    const box = (await no.boundingBox())!
    const gap = box.y - (await yes.boundingBox())!.y

    // Between press and release, and back again.
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await move(gap)
    await page.mouse.up()
    await expect(yes).toBeDisabled()
    // Right before the press, in the same frame: the pointer is over Yes now.
    await move(0)
    await expect(no).toBeEnabled()
    await move(gap)
    await page.mouse.down()
    await page.mouse.up()
    await expect(yes).toBeEnabled()
    await expect(thread.dialog).toBeVisible()
    await page.mouse.down()
    await page.mouse.up()
    await expect(thread.entries('agent').last()).toContainText('"optionId":"yes"')
  })
})
