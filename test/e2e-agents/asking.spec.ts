import type { RealAgent } from '../agents/real/realAgent'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { drivenAgents } from '../agents/real/realAgents'
import { taskActions, taskAfter, taskBefore } from '../agents/real/task'
import { AgentThread, type Answering, type Asker } from './agentThread'
import { test } from './fixtures'
import { fills } from './table/rows'

for (const agent of drivenAgents.filter(({ needsLogin }) => !needsLogin)) {
  test.describe(agent.name, () => {
    test.use({ agent })

    test('asks once for each action, and never if rules allow it', fills('questions', 'thread', 'rule'), async ({
      ownApp: app,
      thread,
      tell,
    }) => {
      await app.page.setViewportSize({ width: 1280, height: 5000 }) // so that every turn is in the page
      const path = join(app.folders.workspace, 'task.txt')
      const doTask = async (thread: AgentThread, answering: Answering): Promise<Asker[]> => {
        writeFileSync(path, taskBefore)
        rmSync(`${path}.new`, { force: true })
        await thread.send(`do the task at ${path}`)
        const askers = await thread.allowUntilEnd(answering)
        const texts = [path, `${path}.new`].map(file => readFileSync(file, 'utf8').trim())
        expect(texts).toEqual([taskAfter.trim(), taskAfter.trim()])
        return askers
      }
      const next = async (): Promise<AgentThread> => {
        const thread = new AgentThread(app)
        await thread.begin(agent)
        return thread
      }

      const asked = await doTask(thread, {})
      tell('questions', counted(asked))
      if (neverAsks(agent)) {
        expect(asked).toEqual([])
        return
      }
      if (!agent.leavesHarmless)
        expect(asked, 'Parley asks about nothing that was just approved').not.toContain('parley')
      expect(asked.length).toBeGreaterThanOrEqual(taskActions)

      const left = await doTask(await next(), { forThread: true })
      tell('thread', counted(left))
      expect(left.filter(asker => asker === 'parley')).toEqual([])
      expect(left.length, 'one command, and the edits').toBeLessThanOrEqual(asked.length - 3)
      expect(left.length).toBeGreaterThan(0)

      await doTask(await next(), { byRule: true })
      const rest = await doTask(await next(), {})
      tell('rule', counted(rest))
      expect(rest, 'rules for all of it answer all of it').toEqual([])
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
