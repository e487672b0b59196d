import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

test('the Demo agent', { tag: '@slow' }, async ({ app }) => {
  const thread = new OpenThread(app)
  const answer = thread.entries('agent').last()

  await test.step('is ready without an account, and the form shows the command that will run', async () => {
    await app.page.getByRole('button', { name: 'New thread' }).click()
    const form = app.page.getByRole('dialog', { name: 'New thread' })
    await expect(form.getByRole('radio', { name: /^Demo agent ready/ })).toBeChecked()
    await expect(form).toContainText('demoAgent.js')
    await app.page.keyboard.press('Escape')
  })

  await test.step('can be picked, greets and lists its abilities', async () => {
    await thread.start()
    expect(await thread.ask('hello')).toBe('end_turn')
    await expect(thread.entries('user')).toContainText('hello')
    await expect(thread.entries('agent')).toContainText('Hello! I am the Demo agent.')

    expect(await thread.ask('help')).toBe('end_turn')
    await expect(answer).toContainText('Ends and troubles')
  })

  await test.step('shows a picture in its answer and in its tool call', async () => {
    await thread.ask('image')
    for (const entry of [thread.tool('Draw a picture'), answer])
      await expect.poll(() => entry.getByRole('img').evaluate(image => (image as HTMLImageElement).naturalWidth)).toBe(160)
  })

  await test.step('shows resource links and embedded resources', async () => {
    await thread.ask('links')
    await expect(answer).toContainText('README.md')
    await expect(answer).toContainText('Agent Client Protocol')

    await thread.ask('resource')
    await answer.getByText('demo:///poem.txt').click()
    await expect(answer).toContainText('It read the same one every time.')
  })

  await test.step('answers in Markdown: code, table, lists, links, math', async () => {
    await thread.ask('markdown')
    await expect(answer.getByRole('heading', { name: 'A bit of everything' })).toBeVisible()
    await expect(answer.getByRole('table').getByRole('columnheader')).toHaveText(['Method', 'From', 'What it does'])
    await expect(answer.getByRole('cell', { name: 'session/cancel' })).toBeVisible()
    await expect(answer.getByLabel('Code, ts')).toContainText('export async function sum')
    await expect(answer.getByRole('listitem').filter({ hasText: 'and one below that' }).first()).toBeVisible()
    await expect(answer.locator('math')).toBeVisible()
    await expect(answer).toContainText('A price of $5 or $10 stays as it is.')

    // By key: while code is being coloured, targets of the mouse may still move.
    await answer.getByRole('link', { name: 'link to the protocol' }).press('Enter')
    await expect(app.page.getByRole('dialog', { name: 'Open this address?' })).toContainText('https://agentclientprotocol.com/')
  })
})

test('a turn', { tag: '@slow' }, async ({ app }) => {
  const thread = new OpenThread(app)
  await thread.start()

  await test.step('can begin with a suggestion, which is not sent by itself', async () => {
    await app.page.getByRole('group', { name: 'Messages to begin with' }).getByRole('button', { name: 'plan' }).click()
    await expect(thread.message).toBeFocused()
    await expect(thread.message).toHaveValue('plan')
    await expect(thread.entries('user')).toHaveCount(0)
    await thread.message.fill('')
  })

  await test.step('says how it ended', async () => {
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

  await test.step('can be stopped while the agent is silent, asks for permission or shows a form', async () => {
    for (const [text, sign] of [
      ['hang', 'I say nothing more'],
      ['permission', 'Water the plants'],
      ['elicitation', 'A question waits for you'],
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
})

test('a form that the agent asks for', { tag: '@slow' }, async ({ app }) => {
  const thread = new OpenThread(app)
  await thread.start()
  const form = app.page.getByRole('form', { name: 'Question from Demo agent' })

  await test.step('is filled in and sent', async () => {
    await thread.send('elicitation')
    await form.getByRole('button', { name: 'Submit' }).click()
    await expect(form.getByRole('textbox', { name: 'Your name' })).toBeFocused()
    await form.getByRole('textbox', { name: 'Your name' }).fill('Ada')
    await form.getByRole('combobox', { name: 'Path' }).selectOption('Over the hill')
    await form.getByRole('checkbox', { name: 'With a dog' }).uncheck()
    await form.getByRole('button', { name: 'Submit' }).click()

    await thread.seeEnd()
    await expect(thread.entries('agent')).toContainText('"name": "Ada"')
    await expect(thread.entries('agent')).toContainText('"path": "hill"')
    await expect(thread.entries('agent')).toContainText('"dog": false')
    await expect(thread.entries('elicitation')).toContainText('Over the hill')
    await expect(thread.entries('elicitation')).toContainText('Answered')
    await expect(form).toBeHidden()
  })

  await test.step('can be declined', async () => {
    await thread.send('form')
    await form.getByRole('button', { name: 'Decline' }).click()
    await expect(thread.entries('agent').last()).toContainText('You declined, which is fine.')
    await thread.seeEnd()
    await expect(thread.entries('elicitation').last()).toContainText('Declined')
  })
})
