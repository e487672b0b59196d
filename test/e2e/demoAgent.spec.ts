import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

test('the Demo agent is picked, greets and lists what it can do', async ({ app }) => {
  const thread = new OpenThread(app)
  await thread.start()

  expect(await thread.ask('hello')).toBe('end_turn')
  await expect(thread.entries('user')).toContainText('hello')
  await expect(thread.entries('agent')).toContainText('Hello! I am the Demo agent.')

  expect(await thread.ask('help')).toBe('end_turn')
  await expect(thread.entries('agent').last()).toContainText('Ends and troubles')
})

test('the form shows the command that will run, and the Demo agent is ready without an account', async ({ app }) => {
  await app.page.getByRole('button', { name: 'New thread' }).click()
  const form = app.page.getByRole('dialog', { name: 'New thread' })
  await expect(form.getByRole('radio', { name: /^Demo agent ready/ })).toBeChecked()
  await expect(form).toContainText('demoAgent.js')
})

test('an answer is rendered as Markdown: code, table, lists, links; math stays text', async ({ app }) => {
  const thread = new OpenThread(app)
  await thread.start()
  await thread.ask('markdown')

  const answer = thread.entries('agent')
  await expect(answer.getByRole('heading', { name: 'A bit of everything' })).toBeVisible()
  await expect(answer.getByRole('table').getByRole('columnheader')).toHaveText(['Method', 'From', 'What it does'])
  await expect(answer.getByRole('cell', { name: 'session/cancel' })).toBeVisible()
  await expect(answer.getByLabel('Code, ts')).toContainText('export async function sum')
  await expect(answer.getByRole('listitem').filter({ hasText: 'and one below that' }).first()).toBeVisible()
  await expect(answer).toContainText('$x^2 + y^2 = z^2$, and so does a price of $5 or $10.')

  await answer.getByRole('link', { name: 'link to the protocol' }).click()
  await expect(app.page.getByRole('dialog', { name: 'Open this address?' })).toContainText('https://agentclientprotocol.com/')
})

test('a picture is shown in the answer and in its tool call', async ({ app }) => {
  const thread = new OpenThread(app)
  await thread.start()
  await thread.ask('image')

  for (const entry of [thread.tool('Draw a picture'), thread.entries('agent')])
    await expect.poll(() => entry.getByRole('img').evaluate(image => (image as HTMLImageElement).naturalWidth)).toBe(160)
})

test('resource links and embedded resources are shown', async ({ app }) => {
  const thread = new OpenThread(app)
  await thread.start()

  await thread.ask('links')
  await expect(thread.entries('agent').last()).toContainText('README.md')
  await expect(thread.entries('agent').last()).toContainText('Agent Client Protocol')

  await thread.ask('resource')
  const answer = thread.entries('agent').last()
  await answer.getByText('demo:///poem.txt').click()
  await expect(answer).toContainText('It read the same one every time.')
})

test('a form that the agent asks for is filled in and sent', async ({ app }) => {
  const thread = new OpenThread(app)
  await thread.start()
  await thread.send('elicitation')
  const form = app.page.getByRole('form', { name: 'Question from Demo agent' })

  await form.getByRole('button', { name: 'Submit' }).click()
  await expect(form.getByRole('textbox', { name: 'Your name' })).toBeFocused()
  await form.getByRole('textbox', { name: 'Your name' }).fill('Ada')
  await form.getByRole('combobox', { name: 'Path' }).selectOption('Over the hill')
  await form.getByRole('checkbox', { name: 'With a dog' }).uncheck()
  await form.getByRole('button', { name: 'Submit' }).click()

  await expect(thread.entries('agent')).toContainText('"name": "Ada"')
  await expect(thread.entries('agent')).toContainText('"path": "hill"')
  await expect(thread.entries('agent')).toContainText('"dog": false')
  await expect(thread.entries('elicitation')).toContainText('Over the hill')
  await expect(thread.entries('elicitation')).toContainText('You answered')
  await expect(form).toBeHidden()
})

test('a form can be declined', async ({ app }) => {
  const thread = new OpenThread(app)
  await thread.start()
  await thread.send('form')
  await app.page.getByRole('form', { name: 'Question from Demo agent' }).getByRole('button', { name: 'Decline' }).click()
  await expect(thread.entries('agent')).toContainText('You declined, which is fine.')
  await expect(thread.entries('elicitation')).toContainText('You declined to answer')
})

test('each way in which a turn can end is shown in its own words', async ({ app }) => {
  const thread = new OpenThread(app)
  await thread.start()
  for (const [text, reason, words] of [
    ['hello', 'end_turn', 'Done'],
    ['refuse', 'refusal', 'The agent refused'],
    ['max tokens', 'max_tokens', 'token limit'],
    ['max turn requests', 'max_turn_requests', 'limit of model requests'],
    ['error', 'error', 'The demo failed on purpose'],
  ] as const) {
    expect(await thread.ask(text)).toBe(reason)
    await expect(thread.lastEntry).toContainText(words)
  }
})

test('a turn is stopped while the agent is silent, asks for permission or asks a question', async ({ app }) => {
  const thread = new OpenThread(app)
  await thread.start()
  for (const [text, sign] of [
    ['hang', 'I say nothing more'],
    ['permission', 'Water the plants'],
    ['elicitation', 'Every kind of field'],
  ] as const) {
    await thread.send(text)
    await expect(thread.log).toContainText(sign)

    expect(await thread.stop()).toBe('cancelled')

    await expect(thread.state).toHaveText('Ready')
    await expect(thread.dialog).toBeHidden()
    await expect(app.page.getByRole('form', { name: 'Question from Demo agent' })).toBeHidden()
  }
  expect(await thread.ask('hello')).toBe('end_turn')
})
