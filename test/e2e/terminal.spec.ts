import { scripted } from '../support/scriptedAgent'
import { markedProcesses } from './app/markedProcesses'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

const allow = 'Allow, Allow once'

test('output appears in the terminal while the command still writes', async ({ app }) => {
  const thread = new OpenThread(app)
  await thread.start()
  await thread.send('terminal long')
  await thread.answer(allow)

  const lineCounts = new Set<number>()
  await expect.poll(async () => {
    const state = await thread.terminal.getAttribute('data-state')
    if (state === 'running')
      lineCounts.add((await thread.terminal.innerText()).match(/line \d+ of 200/g)?.length ?? 0)
    return state
  }, { intervals: [100], timeout: 30_000 }).toBe('exited')
  expect(lineCounts.size).toBeGreaterThan(1)
  await expect(thread.terminal).toContainText('line 200 of 200')
  await expect(thread.terminal).toContainText('exit code 0')
})

test('colours are drawn, and the plain text has neither escapes nor what was overwritten', async ({ app }) => {
  const thread = new OpenThread(app)
  await thread.start()
  expect(await thread.askAndAnswer('coloured', allow)).toBe('end_turn')
  const colour = (word: string): Promise<string> =>
    thread.terminal.locator('.xterm-rows span', { hasText: new RegExp(`^${word}$`) }).evaluate(span => getComputedStyle(span).color)
  expect(new Set([await colour('red'), await colour('green'), await colour('blue'), await colour('orange')]).size).toBe(4)
  const plain = thread.terminal.locator('pre')
  await expect(plain).toContainText('red green blue orange underlined')
  await expect(plain).toContainText('progress 100%')
  await expect(plain).not.toContainText('progress  20%')
})

test('a person takes the keyboard and types into the command', { tag: '@both' }, async ({ app }) => {
  const thread = new OpenThread(app)
  await thread.start()
  await thread.send('interactive')
  await thread.answer(allow)
  await expect(thread.terminal).toContainText('What is your name?')
  const keyboard = thread.terminal.getByRole('button', { name: 'Take the keyboard' })
  await keyboard.click()
  await expect(keyboard).toHaveAttribute('aria-pressed', 'true')
  await expect(thread.terminal.getByRole('textbox')).toBeFocused()
  await app.page.keyboard.type('Ada')
  await app.page.keyboard.press('Enter')
  await expect(thread.terminal).toContainText('Hello, Ada!')
  await expect(thread.terminal).toHaveAttribute('data-state', 'exited')
})

test('the keyboard is given back with Ctrl+Shift+Escape', async ({ app }) => {
  const thread = new OpenThread(app)
  await thread.start()
  await thread.send('interactive')
  await thread.answer(allow)
  const keyboard = thread.terminal.getByRole('button', { name: 'Take the keyboard' })
  await keyboard.click()
  await expect(thread.terminal.getByRole('textbox')).toBeFocused()
  await app.page.keyboard.press('Control+Shift+Escape')
  await expect(keyboard).toBeFocused()
  await expect(keyboard).toHaveAttribute('aria-pressed', 'false')
  await thread.stop()
})

test('a command learns of its terminal\'s new size', async ({ app }) => {
  await app.page.setViewportSize({ width: 1280, height: 800 })
  const thread = new OpenThread(app)
  await thread.start()
  await thread.send('run while true; do stty size; sleep 0.1; done')
  await thread.answer(allow)
  const columns = async (): Promise<number> =>
    Number((await thread.terminal.locator('pre').textContent())?.match(/\d+ (\d+)\s*$/)?.[1] ?? 0)
  await expect.poll(columns).toBeGreaterThan(60)
  await app.page.setViewportSize({ width: 500, height: 800 })
  await expect.poll(columns).toBeLessThan(60)
  await thread.stop()
})

test('an endless command is killed', async ({ app }) => {
  const thread = new OpenThread(app)
  await thread.start()
  await thread.send('endless')
  await thread.answer(allow)
  await expect(thread.terminal).toContainText('tick 1')
  await thread.terminal.getByRole('button', { name: 'Kill' }).click()
  await expect(thread.terminal).toHaveAttribute('data-state', 'killed')
  await expect(thread.terminal.getByRole('button', { name: 'Kill' })).toBeHidden()
  await expect(thread.entries('agent')).toContainText('was stopped by')
  await expect(thread.terminal).toContainText('tick 1')
})

test('Stop ends the command of the turn', async ({ app }) => {
  const thread = new OpenThread(app)
  await thread.start()
  await thread.send('endless')
  await thread.answer(allow)
  await expect(thread.terminal).toContainText('tick 1')
  expect(await thread.stop()).toBe('cancelled')
  await expect(thread.terminal).not.toHaveAttribute('data-state', 'running')
  await expect(thread.entries('tool')).toHaveAttribute('data-status', 'cancelled')
})

test('a command that the agent kills after its time keeps what it wrote', async ({ app }) => {
  const thread = new OpenThread(app)
  await thread.start()
  await thread.askAndAnswer('timeout', allow)
  await expect(thread.terminal).toHaveAttribute('data-state', 'killed')
  await expect(thread.terminal).toContainText('tick 1')
})

test('a failing command shows its exit code', async ({ app }) => {
  const thread = new OpenThread(app)
  await thread.start()
  await thread.askAndAnswer('failing', allow)
  await expect(thread.terminal).toHaveAttribute('data-state', 'exited')
  await expect(thread.terminal).toContainText('exit code 3')
  await expect(thread.terminal).toContainText('It is not here')
  await expect(thread.entries('tool')).toHaveAttribute('data-status', 'failed')
})

test('the output is copied', { tag: '@both' }, async ({ app }) => {
  const thread = new OpenThread(app)
  await thread.start()
  await thread.askAndAnswer('short', allow)
  await thread.terminal.getByRole('button', { name: 'Copy output' }).click()
  await expect(thread.terminal).toContainText('Copied')
  await thread.message.focus()
  await app.page.keyboard.press('ControlOrMeta+V')
  await expect(thread.message).toHaveValue(/^Hello from a terminal\n?$/)
})

test('output appears once, stays after the turn, and is there after a restart', async ({ ownApp: app }) => {
  const thread = new OpenThread(app)
  await thread.start()
  await thread.askAndAnswer('run echo $((40+2))-and-once', allow)
  const terminalId = await thread.terminal.getAttribute('data-terminal-id')
  await expect.poll(async () => (await thread.log.ariaSnapshot()).match(/42-and-once/g)).toHaveLength(1)

  await app.restart()
  await thread.open('run echo $((40+2))-and-once')
  await expect(thread.terminal).toHaveAttribute('data-terminal-id', terminalId!)
  await expect(thread.terminal).toHaveAttribute('data-state', 'exited')
  await expect(thread.terminal).toContainText('exit code 0')
  await expect.poll(async () => (await thread.log.ariaSnapshot()).match(/42-and-once/g)).toHaveLength(1)
})

test.describe('of other agents', () => {
  test.use({
    agents: {
      Claude: scripted('claudeDialect'),
      Codex: scripted('codexDialect'),
      Kimi: scripted('kimiDialect'),
      Unknown: scripted('unknownTerminal'),
    },
  })

  test('a terminal that the agent runs itself is shown like any other, its output once', async ({ ownApp: app }) => {
    const thread = new OpenThread(app)
    await thread.start('Claude')
    await thread.askAndAnswer('run echo $((40+2))-from-claude; exit 4', 'Allow, Allow once')
    await expect(thread.terminal).toHaveAttribute('data-state', 'exited')
    await expect(thread.terminal).toContainText('exit code 4')
    await expect.poll(async () => (await thread.log.ariaSnapshot()).match(/42-from-claude/g)).toHaveLength(1)

    await app.restart()
    await app.page.getByRole('navigation', { name: 'Threads' }).getByRole('link').click()
    await expect(thread.terminal).toContainText('42-from-claude')
  })

  test('a command that the agent keeps running after Stop is shown as running, and ends with the agent', async ({ app }) => {
    const thread = new OpenThread(app)
    await thread.start('Codex')
    await thread.send('run echo $((40+2))-begun; sleep 600')
    await thread.answer('Yes, proceed, Allow once')
    await expect(thread.terminal).toContainText('42-begun')
    const end = thread.terminal.getByRole('button', { name: 'End the agent' })
    await expect(end, 'while the turn runs there is Stop').toHaveCount(0)

    expect(await thread.stop()).toBe('cancelled')
    await expect(thread.terminal).toHaveAttribute('data-state', 'running')
    await expect(thread.terminal).toContainText('The agent goes on running this.')
    await end.click()

    await expect(thread.terminal).toHaveAttribute('data-state', 'exited')
    await expect.poll(() => markedProcesses(app.mark).filter(line => line.includes('sleep 600'))).toEqual([])
    expect(await thread.askAndAnswer('run echo again', 'Yes, proceed, Allow once')).toBe('end_turn')
  })

  test('a terminal whose text the agent repeats as a result keeps its card', async ({ app }) => {
    const thread = new OpenThread(app)
    await thread.start('Kimi')
    await thread.askAndAnswer('run echo $((40+2))-from-kimi', 'Approve once, Allow once')
    await expect(thread.terminal).toHaveAttribute('data-state', 'exited')
    await expect.poll(async () => (await thread.log.ariaSnapshot()).match(/42-from-kimi/g)).toHaveLength(1)
  })

  test('a terminal that was never created is reported as missing, and nothing else is lost', async ({ app }) => {
    const thread = new OpenThread(app)
    await thread.start('Unknown')
    expect(await thread.ask('go')).toBe('end_turn')
    await expect(thread.terminal).toContainText('No output was kept for this terminal nobody-made-me')
    await expect(thread.entries('agent')).toContainText('After the terminal.')
    await expect(thread.entries('tool')).toHaveAttribute('data-status', 'completed')
  })
})
