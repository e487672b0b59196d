import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { longTaskAnswer, longTaskChanges, longTaskFiles } from '../../agents/real/longTask'
import { drivenAgents } from '../../agents/real/realAgents'
import { test } from '../fixtures'

/** The height of a window on a large screen. */
const mostPixels = 1_000

for (const agent of drivenAgents.filter(({ longTask }) => longTask)) {
  test.describe(agent.name, () => {
    test.use({ agent })

    test('fits a finished twelve-step task on one screen, with the answer and every changed file', async ({ ownApp: app, thread }) => {
      const { workspace } = app.folders
      await app.page.setViewportSize({ width: 1440, height: 3000 }) // so that nothing is out of the page
      for (const [name, text] of Object.entries(longTaskFiles))
        writeFileSync(join(workspace, name), text)
      await thread.send(`do the long task at ${workspace}`)
      const askers = await thread.allowUntilEnd({ isLeftFolded: true })

      await expect(thread.entries('agent').last()).toContainText(longTaskAnswer.split('\n')[0]!)
      for (const name of longTaskChanges)
        await expect(thread.entries('turn-end').getByRole('button', { name, exact: false })).toBeVisible()
      const height = await thread.height()
      console.log(`${agent.name}: twelve steps, ${askers.length} questions, ${Math.round(height)} px`)
      expect(height).toBeLessThan(mostPixels)
      await thread.unfold()
      await expect(thread.entries('tool')).toHaveCount(12)
    })
  })
}
