import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { findPackage } from '../agents/real/agentCache'
import { drivenAgents } from '../agents/real/realAgents'
import { fileName, fileText, greeting, slowAnswer } from '../agents/real/script'
import { markedProcesses } from '../e2e/app/markedProcesses'
import { test } from './fixtures'
import { fills } from './table/rows'

for (const agent of drivenAgents.filter(({ needsLogin }) => !needsLogin)) {
  test.describe(agent.name, () => {
    test.use({ agent })

    test('is installed in the New thread form, starts, and streams its answer', fills('answer'), async ({ ownApp: app, thread, tell }) => {
      await thread.send('count slowly')
      const seen = await thread.textsUntil(slowAnswer)
      const texts = agent.hasBanner ? seen.flatMap(text => /I count[\s\S]*/.exec(text) ?? []) : seen

      expect(texts.length).toBeGreaterThan(3)
      expect(texts.filter(text => !slowAnswer.startsWith(text))).toEqual([])
      expect(await thread.endReason()).toBe('end_turn')
      tell('answer', 'yes')
      if (agent.own)
        return
      const form = await thread.openForm()
      const { version } = findPackage(agent)
      await expect(form.getByRole('radio', { name: `${agent.name} ready Installed, version ${version}.` })).toBeChecked()
      await expect(form, 'it runs from the folder that Parley installed it in').toContainText(
        join(app.folders.data, 'agents', agent.id, version),
      )
    })

    test('writes a file only once that is allowed', fills('write'), async ({ ownApp: app, thread, tell }) => {
      if (agent.asksForCommand.length === 0)
        return tell('write', 'never asks')
      const path = join(app.folders.workspace, fileName)
      await thread.send(`write the file at ${path}`)
      await expect(thread.dialog).toContainText(fileName)
      await thread.reject()
      await expect(thread.entries('turn-end')).toHaveCount(1)
      await thread.unfold()
      expect(existsSync(path)).toBe(false)
      await expect(thread.entries('tool').last()).not.toHaveAttribute('data-status', /pending|in_progress|completed/)

      await thread.send(`write the file at ${path}`)
      await expect(thread.dialog).toContainText(fileName)
      expect(existsSync(path), 'nothing is written before the answer').toBe(false)
      expect(await thread.allowUntilEnd()).toEqual(['agent'])

      expect(readFileSync(path, 'utf8').trim(), 'Cline leaves the last line feed out').toBe(fileText.trim())
      await expect(thread.entries('tool').last()).toHaveAttribute('data-status', 'completed')
      expect(await thread.endReason()).toBe('end_turn')
      tell('write', 'yes')
    })

    const { change } = agent
    if (change) {
      const { option, value, effect } = change
      test(`follows its ${option.toLowerCase()} once it is changed`, fills('option'), async ({ ownApp: app, thread, model, tell }) => {
        const path = join(app.folders.workspace, fileName)
        await thread.choose(option, value)
        const asked = model.bodies.length
        await thread.send(effect === 'edits unasked' ? `write the file at ${path}` : 'say hello')
        const askers = await thread.allowUntilEnd()

        expect(askers).toEqual([])
        if (effect === 'edits unasked')
          expect(readFileSync(path, 'utf8')).toBe(fileText)
        else
          expect(model.bodies.slice(asked).filter(body => effect.test(body))).not.toEqual([])
        await expect(thread.option(option)).toHaveValue(value)
        tell('option', option.toLowerCase())
      })
    }

    if (agent.asksQuestions) {
      test('asks a question in a form, and gets the answer', fills('form'), async ({ ownApp: app, thread, tell }) => {
        await thread.send('ask me a question')
        const form = app.page.getByRole('form', { name: `Question from ${agent.name}` })
        await expect(form).toContainText('Which colour shall it be?')
        // A form that asks for one choice only is answered by one click.
        await form.getByRole('button', { name: 'Blue' }).click()

        await expect(thread.entries('agent').last()).toContainText(/The answer was: .*Blue/)
        await expect(thread.entries('agent').last()).not.toContainText('Red')
        await expect(thread.entries('permission')).toHaveCount(0)
        tell('form', 'yes')
      })
    }

    if (agent.showsPlan) {
      test('shows its plan', fills('plan'), async ({ ownApp: app, thread, tell }) => {
        await thread.send('make a plan')
        // The turn ends with steps to do: the plan then folds to a line above the composer.
        await app.page.getByText('Plan not finished · 0 of 2 done').click()
        const steps = app.page.getByRole('region', { name: 'Plan' }).getByRole('listitem')
        await expect(steps).toHaveText([/Look around/, /Do the work/])
        await expect(steps.last()).toHaveAttribute('data-status', 'in_progress')
        tell('plan', 'yes')
      })
    }

    test('runs a command once it is allowed, and shows its output', fills('output'), async ({ ownApp: app, thread, tell }) => {
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
      // A call may fold to its line a moment after its turn has ended.
      await expect(async () => {
        await thread.openResults()
        await expect(output).toHaveCount(agent.output === 'not reported' ? 0 : 1, { timeout: 2_000 })
      }).toPass({ timeout: 20_000 })
      if (agent.output !== 'not reported')
        await expect(output).toContainText(/first-42(?:\s|\\n)+last-43/)
      await expect(thread.entries('tool').last()).toHaveAttribute('data-status', 'completed')
      expect(await thread.endReason()).toBe('end_turn')
      tell('output', agent.output)
    })

    test('continues its session after a restart of Parley', fills('resume'), async ({ ownApp: app, thread, tell }) => {
      await thread.send('say hello')
      await expect(thread.entries('agent').last()).toContainText(greeting)
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
      await expect(thread.entries('agent').filter({ hasText: greeting }), 'nothing is told twice').toHaveCount(1)
      tell('resume', 'yes')
    })

    test('stops together with its command', fills('stop'), async ({ ownApp: app, thread, tell }) => {
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
      tell('stop', agent.leavesCommands ? 'yes, with the agent' : 'yes')
    })
  })
}
