import { scripted } from '../host/scriptedAgent'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

test.use({ settings: { agent_servers: { Asker: scripted('claudeQuestions') } } })

test('questions in Claude\'s way: previews, several answers, and an own answer under its question', async ({ app }) => {
  const thread = new OpenThread(app)
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

  await expect(thread.entries('agent')).toContainText('accept {"question_0":"Recursive descent","question_1":["Docs"],"question_1_custom":"A changelog"}')
})
