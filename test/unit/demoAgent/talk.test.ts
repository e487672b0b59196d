import { expect, it } from 'vitest'
import { startDemo } from '../../support/demoClient'

it('lists the whole script when asked for help', async () => {
  const demo = await startDemo()
  expect(await demo.prompt(await demo.newSession(), 'help')).toBe('end_turn')
  for (const name of ['markdown', 'plan', 'read', 'write', 'edit', 'run', 'permission', 'elicitation', 'image', 'crash', 'hang hard'])
    expect(demo.said).toContain(`**${name}**`)
  expect(demo.said).toContain('no model is involved')
})

it('answers anything else politely, quotes the prompt and points to help', async () => {
  const demo = await startDemo()
  await demo.prompt(await demo.newSession(), 'What is the capital of Peru?')
  expect(demo.said).toContain('> What is the capital of Peru?')
  expect(demo.said).toContain('`help`')
})

it('streams Markdown in small pieces that join to the whole text', async () => {
  const demo = await startDemo()
  await demo.prompt(await demo.newSession(), 'please show me some Markdown!')
  const chunks = demo.of('agent_message_chunk')
  expect(chunks.length).toBeGreaterThan(100)
  expect(new Set(chunks.map(chunk => chunk.messageId)).size).toBe(1)
  expect(demo.said).toContain('| `session/prompt` | client | starts a turn |')
  expect(demo.said).toContain('$x^2 + y^2 = z^2$')
})

it('thinks before it answers', async () => {
  const demo = await startDemo()
  await demo.prompt(await demo.newSession(), 'think')
  expect(demo.texts('agent_thought_chunk')).toContain('a thought takes a moment')
  const kinds = demo.updates.map(({ update }) => update.sessionUpdate)
  expect(kinds.lastIndexOf('agent_thought_chunk')).toBeLessThan(kinds.indexOf('agent_message_chunk'))
})

it('updates its plan as it completes each entry', async () => {
  const demo = await startDemo()
  await demo.prompt(await demo.newSession(), '/plan Paint the fence')
  const plans = demo.of('plan').map(plan => plan.entries)
  expect(plans.every(entries => entries.length === 4 && entries[1]?.content === 'Paint the fence')).toBe(true)
  expect(plans.map(entries => entries.filter(entry => entry.status === 'completed').length)).toEqual([0, 1, 2, 3, 4])
})

it('does not split characters when it streams emoji', async () => {
  const demo = await startDemo()
  await demo.prompt(await demo.newSession(), 'unicode')
  expect(demo.said).toContain('👨‍👩‍👧‍👦')
  expect(demo.of('agent_message_chunk').every(({ content }) => content.type === 'text' && !/\p{Surrogate}/u.test(content.text))).toBe(true)
})

it('lists the attachments of a prompt', async () => {
  const demo = await startDemo()
  await demo.prompt(await demo.newSession(), [
    { type: 'text', text: 'hello' },
    { type: 'image', mimeType: 'image/png', data: 'AAAA' },
    { type: 'resource_link', name: 'notes.md', uri: 'file:///notes.md' },
    { type: 'resource', resource: { uri: 'file:///a.txt', text: 'one\ntwo' } },
  ])
  expect(demo.said).toContain('an image, `image/png`, 3 bytes')
  expect(demo.said).toContain('a link to `notes.md` (file:///notes.md)')
  expect(demo.said).toContain('the text of `file:///a.txt`, 2 lines')
})

it('titles the conversation after the first prompt only', async () => {
  const demo = await startDemo()
  const sessionId = await demo.newSession()
  await demo.prompt(sessionId, 'Hello there')
  await demo.prompt(sessionId, 'think')
  expect(demo.of('session_info_update').map(update => update.title)).toEqual(['Hello there'])
})

it('offers slash commands with hints', async () => {
  const demo = await startDemo()
  await demo.newSession()
  await demo.until(() => demo.of('available_commands_update').length === 1)
  const commands = demo.of('available_commands_update')[0]!.availableCommands
  expect(commands.find(command => command.name === 'run')?.input).toEqual({ hint: 'COMMAND' })
  expect(commands.every(command => command.description !== '')).toBe(true)
})
