import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { packageOf } from '../agents/real/agentCache'
import { drivenAgents } from '../agents/real/realAgents'
import { fileName, fileText, greeting, slowAnswer } from '../agents/real/script'
import { markedProcesses } from '../e2e/app/markedProcesses'
import { test } from './fixtures'

for (const agent of drivenAgents) {
  test.describe(agent.name, () => {
    test.use({ agent })

    test('is installed in the New thread form, starts, and streams its answer', async ({ ownApp: app, thread }) => {
      await thread.send('count slowly')
      const texts = await thread.textsUntil(slowAnswer)

      expect(texts.length).toBeGreaterThan(3)
      expect(texts.filter(text => !slowAnswer.startsWith(text))).toEqual([])
      expect(await thread.endReason()).toBe('end_turn')
      const form = await thread.openForm()
      const { version } = packageOf(agent)
      await expect(form.getByRole('radio', { name: `${agent.name} ready Installed, version ${version}.` })).toBeChecked()
      await expect(form, 'it runs from the folder that Parley installed it in').toContainText(
        join(app.folders.data, 'agents', agent.id, version),
      )
    })

    test('writes nothing when it is rejected, and the file once it is allowed', async ({ ownApp: app, thread }) => {
      const path = join(app.folders.workspace, fileName)
      await thread.send(`write the file at ${path}`)
      await expect(thread.dialog).toContainText(fileName)
      await thread.reject()
      await expect(thread.entries('turn-end')).toHaveCount(1)
      expect(existsSync(path)).toBe(false)
      await expect(thread.entries('tool').filter({ hasText: fileName })).not.toHaveAttribute('data-status', /pending|in_progress|completed/)

      await thread.send(`write the file at ${path}`)
      await expect(thread.dialog).toContainText(fileName)
      expect(existsSync(path), 'nothing is written before the answer').toBe(false)
      expect(await thread.allowUntilEnd()).toEqual(['agent'])

      expect(readFileSync(path, 'utf8')).toBe(fileText)
      await expect(thread.entries('tool').filter({ hasText: fileName }).last()).toHaveAttribute('data-status', 'completed')
      expect(await thread.endReason()).toBe('end_turn')
    })

    test(`does as its ${agent.change.option.toLowerCase()} says once that is changed`, async ({ ownApp: app, thread, model }) => {
      const { option, value, effect } = agent.change
      const path = join(app.folders.workspace, fileName)
      await thread.choose(option, value)
      await thread.send(`write the file at ${path}`)
      const askers = await thread.allowUntilEnd()

      expect(readFileSync(path, 'utf8')).toBe(fileText)
      expect(askers).toEqual(effect === 'edits unasked' ? [] : ['agent'])
      if (effect === 'asks that model')
        expect(value).toContain(model.models.at(-1))
      await expect(thread.option(option)).toHaveValue(value)
    })

    if (agent.asksQuestions) {
      test('asks a question in a form, and gets the answer', async ({ ownApp: app, thread }) => {
        await thread.send('ask me a question')
        const form = app.page.getByRole('form', { name: `Question from ${agent.name}` })
        await expect(form).toContainText('Which colour shall it be?')
        await form.getByRole('radio', { name: 'Blue' }).check()
        await form.getByRole('button', { name: 'Submit' }).click()

        await expect(thread.entries('agent').last()).toContainText(/The answer was: .*Blue/)
        await expect(thread.entries('agent').last()).not.toContainText('Red')
        await expect(thread.entries('permission')).toHaveCount(0)
      })
    }

    if (agent.showsPlan) {
      test('shows its plan', async ({ ownApp: app, thread }) => {
        await thread.send('make a plan')
        const steps = app.page.getByRole('region', { name: 'Plan' }).getByRole('listitem')
        await expect(steps).toHaveText([/Look around/, /Do the work/])
        await expect(steps.last()).toHaveAttribute('data-status', 'in_progress')
      })
    }

    test('runs a command once it is allowed, and its output is seen', async ({ ownApp: app, thread }) => {
      await thread.send('run the command')
      for (const asker of agent.asksForCommand)
        expect(await thread.allowOnce()).toBe(asker)

      const hasTerminal = agent.output.endsWith('terminal')
      if (hasTerminal)
        await expect(thread.terminal).toHaveAttribute('data-state', 'running')
      if (agent.output === 'live terminal')
        await expect(thread.terminal).toContainText(/first-42(?!.*last-43)/s)
      expect(await thread.allowUntilEnd(), 'nothing more is asked').toEqual([])

      expect(existsSync(join(app.folders.workspace, 'made-by-the-command.txt'))).toBe(true)
      if (hasTerminal)
        await expect(thread.terminal).toHaveAttribute('data-state', 'exited')
      await expect(thread.terminal).toHaveCount(hasTerminal ? 1 : 0)
      const output = hasTerminal ? thread.terminal : thread.entries('tool').filter({ hasText: 'first-42' })
      await expect(output).toHaveCount(agent.output === 'untold' ? 0 : 1)
      if (agent.output !== 'untold')
        await expect(output).toContainText(/first-42\s+last-43/)
      await expect(thread.entries('tool').last()).toHaveAttribute('data-status', 'completed')
      expect(await thread.endReason()).toBe('end_turn')
    })

    test('asks once for each command and file, and for no further command once they are allowed for the thread', async ({
      ownApp: app,
      thread,
    }) => {
      await app.page.setViewportSize({ width: 1280, height: 5000 }) // so that every turn is in the page
      const writes = ['one.txt', 'two.txt'].map(name => `write the file at ${join(app.folders.workspace, name)}`)
      const askers = []
      for (const prompt of ['run the command', 'run the command', ...writes]) {
        await thread.send(prompt)
        askers.push(...await thread.allowUntilEnd())
      }
      expect(askers).toEqual(['agent', 'agent', 'agent', 'agent'])

      await thread.send('run the command')
      await thread.allowForThread()
      expect(await thread.allowUntilEnd()).toEqual([])
      await thread.send('run the command')
      expect(await thread.allowUntilEnd()).toEqual([])
    })

    test('goes on with its session after a restart of the app', async ({ ownApp: app, thread }) => {
      await thread.send('say hello')
      await expect(thread.entries('agent')).toContainText(greeting)
      await expect(thread.entries('turn-end')).toHaveCount(1)
      const minute = new Date().getMinutes()

      await app.restart()
      await thread.reopen()
      if (agent.savesByTheMinute)
        await expect.poll(() => new Date().getMinutes(), { timeout: 70_000 }).not.toBe(minute)
      await thread.send('repeat my first message')

      await expect(thread.entries('agent').last()).toContainText('Your first message was: say hello')
      expect(await thread.endReason()).toBe('end_turn')
      await expect(thread.entries('user')).toHaveCount(2)
      await expect(thread.entries('agent')).toHaveCount(2)
    })

    test('stops in the middle of a command, and the command with it', async ({ ownApp: app, thread }) => {
      const isRunning = (): boolean => markedProcesses(app.mark).some(line => line.includes('sleep 600'))
      await thread.send('run the endless command')
      for (const asker of agent.asksForCommand)
        expect(await thread.allowOnce()).toBe(asker)
      await expect.poll(() => existsSync(join(app.folders.workspace, 'made-by-the-command.txt'))).toBe(true)
      await expect.poll(() => isRunning() || process.platform !== 'linux', { message: 'the command can be seen' }).toBe(true)
      await expect(thread.entries('tool').last()).toHaveAttribute('data-status', /pending|in_progress/)
      if (agent.output === 'live terminal')
        await expect(thread.terminal).toContainText('began-44')

      await thread.stop()

      await expect(thread.entries('turn-end')).toHaveCount(1)
      expect(await thread.endReason()).toBe('cancelled')
      await expect(thread.entries('tool').last()).not.toHaveAttribute('data-status', /pending|in_progress/)
      if (agent.leavesCommands) {
        await expect(thread.terminal, 'what goes on is not hidden').toHaveAttribute('data-state', 'running')
        await thread.terminal.getByRole('button', { name: 'End the agent' }).click()
        await expect(thread.terminal).toHaveAttribute('data-state', 'exited')
      }
      await expect.poll(isRunning).toBe(false)
    })
  })
}
