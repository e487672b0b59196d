import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { fileName, fileText, greeting, slowAnswer } from '../agents/real/script'
import { realAgents } from '../agents/real/realAgents'
import { markedProcesses, markName } from '../e2e/app/markedProcesses'
import { test } from './fixtures'

for (const agent of realAgents) {
  test.describe(agent.name, () => {
    test.use({ agent })

    test('streams its answer', async ({ thread }) => {
      await thread.send('count slowly')
      const texts = await thread.textsUntil(slowAnswer)

      expect(texts.length).toBeGreaterThan(3)
      expect(texts.filter(text => !slowAnswer.startsWith(text))).toEqual([])
      expect(await thread.endReason()).toBe('end_turn')
    })

    test('writes a file once its own allow-once button is clicked', async ({ app, thread }) => {
      const path = join(app.folders.workspace, fileName)
      await thread.send(`write the file at ${path}`)
      await expect(thread.dialog).toContainText(fileName)
      expect(existsSync(path), 'nothing is written before the answer').toBe(false)

      expect(await thread.allowUntilEnd()).toEqual(['agent'])

      expect(readFileSync(path, 'utf8')).toBe(fileText)
      await expect(thread.entries('tool').filter({ hasText: fileName })).toHaveAttribute('data-status', 'completed')
      expect(await thread.endReason()).toBe('end_turn')
    })

    test('writes nothing when its own reject button is clicked', async ({ app, thread }) => {
      const path = join(app.folders.workspace, fileName)
      await thread.send(`write the file at ${path}`)

      await thread.reject()

      await expect(thread.entries('turn-end')).toHaveCount(1)
      expect(existsSync(path)).toBe(false)
      await expect(thread.entries('tool').filter({ hasText: fileName })).not.toHaveAttribute('data-status', /pending|in_progress|completed/)
    })

    test('runs a command once it is allowed, and its output is seen', async ({ thread }) => {
      await thread.send('run the command')
      for (const asker of agent.asksForCommand)
        expect(await thread.allowOnce()).toBe(asker)

      if (agent.terminal !== 'none')
        await expect(thread.terminal).toHaveAttribute('data-state', 'running')
      if (agent.terminal === 'live')
        await expect(thread.terminal).toContainText(/first-42(?!.*last-43)/s)
      expect(await thread.allowUntilEnd(), 'nothing more is asked').toEqual([])

      if (agent.terminal !== 'none')
        await expect(thread.terminal).toHaveAttribute('data-state', 'exited')
      const output = agent.terminal === 'none' ? thread.entries('tool').filter({ hasText: 'first-42' }) : thread.terminal
      await expect(output).toHaveCount(1)
      await expect(output).toContainText(/first-42\s+last-43/)
      await expect(thread.terminal).toHaveCount(agent.terminal === 'none' ? 0 : 1)
      expect(await thread.endReason()).toBe('end_turn')
    })

    test('goes on with its session after a restart of the app', async ({ app, thread }) => {
      await thread.send('say hello')
      await expect(thread.entries('agent')).toContainText(greeting)
      await expect(thread.entries('turn-end')).toHaveCount(1)

      await app.restart()
      await thread.reopen()
      await thread.send('repeat my first message')

      await expect(thread.entries('agent').last()).toContainText('Your first message was: say hello')
      expect(await thread.endReason()).toBe('end_turn')
      await expect(thread.entries('user')).toHaveCount(2)
      await expect(thread.entries('agent')).toHaveCount(2)
    })

    test('stops in the middle of a command, and the command with it', async ({ app, thread }) => {
      const isRunning = (): boolean => markedProcesses(app.start.env[markName]!).some(line => line.includes('sleep 600'))
      await thread.send('run the endless command')
      for (const asker of agent.asksForCommand)
        expect(await thread.allowOnce()).toBe(asker)
      await expect.poll(() => existsSync(join(app.folders.workspace, 'made-by-the-command.txt'))).toBe(true)
      expect(isRunning() || process.platform !== 'linux', 'the command can be seen').toBe(true)
      await expect(thread.entries('tool').last()).toHaveAttribute('data-status', /pending|in_progress/)
      if (agent.terminal === 'live')
        await expect(thread.terminal).toContainText('began-44')

      await thread.stop()

      await expect(thread.entries('turn-end')).toHaveCount(1)
      expect(await thread.endReason()).toBe('cancelled')
      await expect(thread.entries('tool').last()).not.toHaveAttribute('data-status', /pending|in_progress/)
      await expect.poll(isRunning).toBe(false)
    })
  })
}
