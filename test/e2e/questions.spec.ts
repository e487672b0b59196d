import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scripted } from '../support/scriptedAgent'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

test.use({ agents: { Asker: scripted('claudeQuestions'), Withdraws: scripted('withdraws') } })

test('questions of an agent', async ({ app }) => {
  const thread = new OpenThread(app)

  await test.step('have previews, several choices and free text', async () => {
    await thread.start('Asker')
    await thread.send('ask me')
    const form = thread.main.getByRole('form', { name: 'Question from Asker' })
    await expect(form.getByRole('textbox', { name: 'Other' })).toHaveCount(2)

    await form.getByRole('radio', { name: 'Pratt' }).focus()
    await expect(form).toContainText('nud(token)')
    await form.getByRole('radio', { name: 'Recursive descent' }).check()
    await expect(form).toContainText('parseProduct()')
    await form.getByRole('checkbox', { name: 'Docs' }).check()
    await form.getByRole('textbox', { name: 'Other' }).last().fill('A changelog')
    await expect(form.getByRole('region', { name: 'What will be sent' })).toContainText('A changelog')
    await form.getByRole('button', { name: 'Submit' }).click()

    await expect(thread.entries('agent')).toContainText(
      'accept {"question_0":"Recursive descent","question_1":["Docs"],"question_1_custom":"A changelog"}',
    )
    await expect(thread.message).toBeFocused()
  })

  await test.step('are answered by one shortcut if there is only one choice to make', async () => {
    await thread.send('one')
    const form = thread.main.getByRole('form', { name: 'Question from Asker' })
    await expect(form.getByRole('button', { name: 'Pratt' })).toBeEnabled()
    await expect(thread.entries('elicitation').last()).toHaveText('Waiting for you')
    await expect(thread.log.getByText('Which parser should I keep?')).toHaveCount(0)
    await app.page.keyboard.press('Alt+Q')
    await app.page.keyboard.press('Alt+2')
    await expect(thread.entries('agent').last()).toContainText('accept {"question_0":"Recursive descent"}')
    await expect(thread.message).toBeFocused()
  })

  await test.step('close when the agent withdraws them, and the transcript says so', async () => {
    const signal = join(app.folders.workspace, 'withdraw')
    await thread.start('Withdraws')
    await thread.send('permission')
    await expect(thread.dialog).toBeVisible()
    writeFileSync(signal, '')
    await expect(thread.dialog).toBeHidden()
    await thread.seeEnd()
    await expect(thread.entries('permission')).toContainText('Withdrawn by the agent')
    await expect(thread.entries('agent').last()).toContainText('Answered: {"outcome":{"outcome":"cancelled"}}')
    await expect(thread.state).toHaveText('Ready')

    rmSync(signal)
    await thread.send('form')
    const form = thread.main.getByRole('form', { name: 'Question from Withdraws' })
    await expect(form).toBeVisible()
    writeFileSync(signal, '')
    await expect(form).toBeHidden()
    await expect(thread.entries('agent').last()).toContainText('Answered: {"action":"cancel"}')
  })
})
