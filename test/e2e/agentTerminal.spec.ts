import { scripted } from '../support/scriptedAgent'
import { markedProcesses } from './app/markedProcesses'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

test.use({
  agents: {
    Claude: scripted('claudeDialect'),
    Codex: scripted('codexDialect'),
    Kimi: scripted('kimiDialect'),
    Unknown: scripted('unknownTerminal'),
  },
})

test('a terminal', { tag: '@slow' }, async ({ app }) => {
  const thread = new OpenThread(app)

  await test.step('whose command the agent keeps running after Stop is shown as running, and ends with the agent', async () => {
    await thread.start('Codex')
    await thread.send('run echo $((40+2))-begun; sleep 600')
    await thread.answer('Yes, proceed, Allow once')
    await expect(thread.terminal).toContainText('42-begun')
    const end = thread.terminal.getByRole('button', { name: 'End the agent' })
    await expect(end, 'while the turn runs there is Stop').toHaveCount(0)

    expect(await thread.stop()).toBe('cancelled')
    await expect(thread.terminal).toHaveAttribute('data-state', 'running')
    await expect(thread.terminal).toContainText('The agent keeps this running.')
    await end.click()

    await expect(thread.terminal).toHaveAttribute('data-state', 'exited')
    await expect.poll(() => markedProcesses(app.mark).filter(line => line.includes('sleep 600'))).toEqual([])
    expect(await thread.askAndAnswer('run echo again', 'Yes, proceed, Allow once')).toBe('end_turn')
  })

  await test.step('stays if the agent repeats its output as a result', async () => {
    await thread.start('Kimi')
    await thread.askAndAnswer('run echo $((40+2))-from-kimi', 'Approve once, Allow once')
    await expect(thread.terminal).toHaveAttribute('data-state', 'exited')
    await expect.poll(async () => (await thread.log.ariaSnapshot()).match(/42-from-kimi/g)).toHaveLength(1)
  })

  await test.step('that was never created is reported as missing, and nothing else is lost', async () => {
    await thread.start('Unknown')
    expect(await thread.ask('go')).toBe('end_turn')
    await expect(thread.terminal).toContainText('No output was kept for this terminal nobody-made-me')
    await expect(thread.entries('agent')).toContainText('After the terminal.')
    await expect(thread.entries('tool')).toHaveAttribute('data-status', 'completed')
  })
})
