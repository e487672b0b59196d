import type { RealAgent } from '../agents/real/realAgent'
import type { Asker } from './agentThread'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { drivenAgents } from '../agents/real/realAgents'
import { taskActions, taskAfter, taskBefore } from '../agents/real/task'
import { test } from './fixtures'
import { fills } from './table/rows'

for (const agent of drivenAgents.filter(({ needsLogin }) => !needsLogin)) {
  test.describe(agent.name, () => {
    test.use({ agent })

    test('asks once for each action, and not where a rule or the thread allows it', fills('questions', 'thread', 'rule'), async ({
      ownApp: app,
      thread,
      tell,
    }) => {
      await app.page.setViewportSize({ width: 1280, height: 5000 }) // so that every turn is in the page
      const doTask = async (name: string, answer: () => Promise<Asker[]>): Promise<Asker[]> => {
        const path = join(app.folders.workspace, name)
        writeFileSync(path, taskBefore)
        await thread.send(`do the task at ${path}`)
        const askers = await answer()
        expect([path, `${path}.new`].map(file => readFileSync(file, 'utf8').trim())).toEqual([taskAfter.trim(), taskAfter.trim()])
        return askers
      }

      const asked = await doTask('first.txt', () => thread.allowUntilEnd())
      tell('questions', counted(asked))
      if (neverAsks(agent)) {
        expect(asked).toEqual([])
        return
      }
      const isAskedTwice = agent.asksForCommand.includes('parley')
      expect(asked.includes('parley'), 'Parley asks about nothing that was just approved').toBe(isAskedTwice)
      expect(asked.length).toBeGreaterThanOrEqual(taskActions)
      if (isAskedTwice)
        return

      await thread.send('run the short command')
      await expect(thread.dialog).toBeVisible()
      await thread.makeRule()
      expect(await thread.allowUntilEnd()).toEqual([])
      expect(existsSync(join(app.folders.workspace, 'made-by-the-short-command'))).toBe(true)
      await thread.send('run the short command')
      expect(await thread.allowUntilEnd()).toEqual([])
      tell('rule', '0')

      const left = await doTask('second.txt', () => thread.allowUntilEnd({ forThread: true }))
      tell('thread', counted(left))
      expect(left.filter(asker => asker === 'parley')).toEqual([])
      expect(left.length, 'one command, and the edits').toBe(asked.length - 3)
    })
  })
}

function neverAsks({ asksForCommand }: RealAgent): boolean {
  return asksForCommand.length === 0
}

function counted(askers: readonly Asker[]): string {
  const own = askers.filter(asker => asker === 'parley').length
  return own === 0 ? `${askers.length}` : `${askers.length} (${own} of Parley)`
}
