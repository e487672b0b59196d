import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { findProgramByRegistryId } from '../../../src/main/agents/catalogue/knownPrograms'
import { drivenAgents } from '../../agents/real/realAgents'
import { test } from '../fixtures'
import { fills } from '../table/rows'

for (const agent of drivenAgents.filter(({ needsLogin }) => !needsLogin)) {
  test.describe(agent.name, () => {
    test.use({ agent })

    test('reads the unsaved text of a file', fills('unsaved'), async ({ ownApp: app, thread, tell }) => {
      const { page, folders } = app
      const path = join(folders.workspace, 'notes.md')
      writeFileSync(path, 'From the disk.\n')
      await page.keyboard.press('ControlOrMeta+p')
      const quickOpen = page.getByRole('dialog', { name: 'Quick open' })
      await quickOpen.getByRole('combobox').fill('notes')
      await expect(quickOpen.getByRole('option', { name: /notes\.md/ })).toBeVisible()
      await page.keyboard.press('Enter')
      const editor = page.getByRole('textbox', { name: /notes\.md/ })
      await expect(editor).toContainText('From the disk.')
      await editor.press('ControlOrMeta+Home')
      await page.keyboard.type('Not saved yet. ')
      await expect(page.getByRole('tab', { name: /notes\.md, unsaved/ })).toBeVisible()

      await thread.send(`read the file at ${path}`)
      await thread.allowUntilEnd()
      const answer = page.getByText(/^The file says:/).last()
      await expect(answer).toContainText('From the disk.', { timeout: 30_000 })
      const isSeen = (await answer.textContent())?.includes('Not saved yet.') === true
      expect(isSeen).toBe(agent.missesUnsaved !== true)
      tell('unsaved', !isSeen ? 'no' : findProgramByRegistryId(agent.id)?.readsFiles ? 'by Parley’s tool' : 'yes')
    })
  })
}
