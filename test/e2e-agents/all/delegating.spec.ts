import { expect } from '@playwright/test'
import { drivenAgents } from '../../agents/real/realAgents'
import { test } from '../fixtures'
import { fills } from '../table/rows'

for (const agent of drivenAgents) {
  test.describe(agent.name, () => {
    test.use({ agent })

    if (agent.needsLogin) {
      test('asks for a sign-in when it starts', fills('answer'), async ({ ownApp: app, tell, thread }) => {
        await thread.send('say hello')
        await expect(app.page.getByRole('region', { name: 'Sign-in' })).toBeVisible()
        tell('answer', 'asks to sign in')
      })
    }

    if (agent.subagentHangs) {
      test('can be stopped while its subagent waits for an answer', fills('subagent'), async ({ model, thread, tell }) => {
        await thread.send(`use a subagent (${agent.subagent})`)
        await expect(thread.entries('tool')).toHaveAttribute('data-status', 'in_progress')
        const titleAgentAndSubagent = 3
        await expect.poll(() => model.models.length).toBe(titleAgentAndSubagent)
        await expect(thread.dialog).toBeHidden()
        await thread.stop()
        await expect(thread.entries('turn-end')).toHaveCount(1)
        tell('subagent', 'its questions reach nobody')
      })
    }
    else if (agent.subagent !== undefined) {
      test('shows the steps of its subagent inside the call that started it', fills('subagent'), async ({ thread, tell }) => {
        await thread.send(`use a subagent (${agent.subagent})`)
        const asked: boolean[] = []
        await thread.allowUntilEnd({ onQuestion: async dialog => asked.push((await dialog.innerText()).includes('asked by its subagent')) })
        const nested = await thread.nestedSteps()
        const isNamed = asked.some(Boolean) // some agents ask first whether they may use one
        tell('subagent', nested === 0 ? 'not reported' : isNamed ? 'nested, named in questions' : 'nested')
        expect(await thread.endReason()).toBe('end_turn')
      })
    }

    if (agent.planMode !== undefined) {
      const mode = agent.planMode
      test('shows the plan that it proposes, and continues once that is approved', fills('approval'), async ({ thread, tell }) => {
        await thread.choose('Mode', mode)
        await thread.send('propose a plan')
        const asked: string[] = []
        await thread.allowUntilEnd({ onQuestion: async dialog => asked.push(await dialog.innerText()) })
        // Kimi writes its plan through Parley before, which is asked about as any file outside of the folder.
        const proposed = asked.filter(question => /wants to carry out its plan|plan approval for/.test(question))
        expect(proposed).toHaveLength(1)
        const isShown = proposed[0]!.includes('Look around')
        await expect(thread.entries('agent').last()).toContainText('The answer to the plan was')
        if (!agent.leavesModeUntold)
          await expect(thread.option('Mode'), 'it has left that mode').not.toHaveValue(mode)
        tell('approval', isShown ? 'yes' : 'yes, its file named')
      })
    }
  })
}
