import type { ToolCallUpdate } from '@agentclientprotocol/sdk'
import { describe, expect, it } from 'vitest'
import { findCommandField, parseInputFromTitle, parseInputInContent } from '../../../src/shared/toolCall/commandField'
import { getInputFacts, getNamedCommand } from '../../../src/shared/toolCall/inputFacts'

const folder = '/project'
const makeText = (said: string) => ({ type: 'content', content: { type: 'text', text: said } }) as const

function findField(call: Partial<ToolCallUpdate>, told?: unknown) {
  const field = findCommandField({ toolCallId: 'c', ...call }, { told, folder })
  return field && [field.commandLine, field.cwd, ...field.doubt ? [field.doubt] : []]
}

describe('the command of a request', () => {
  it.each<[unknown, string, string?]>([
    [{ command: 'npm test' }, 'npm test'],
    [{ cmd: 'npm test' }, 'npm test'],
    [{ command: ['npm', 'test'] }, 'npm test'],
    [{ command: 'npm', args: ['run', 'a b'] }, 'npm run \'a b\''],
    [{ command: {}, cmd: 'npm test' }, 'npm test'],
    [{ command: 'npm test', cwd: '/elsewhere' }, 'npm test', '/elsewhere'],
    [{ command: 'npm test', cwd: 'src' }, 'npm test', '/project/src'],
  ])('is that of the raw input %j', (rawInput, line, cwd = folder) => {
    expect(findField({ title: 'Read README', rawInput })).toEqual([line, cwd])
  })

  it('is shown once if a list only repeats it', () => {
    expect(
      getInputFacts({ command: 'npm test', commands: ['npm test'] }),
    ).toMatchObject({ commandLine: 'npm test', further: [] })
    expect(getInputFacts({ command: 'npm test', commands: ['npm test', 'curl x'] }).further).toHaveLength(1)
    expect(getInputFacts({ commands: ['npm test'] })).toMatchObject({ commandLine: 'npm test', further: [] })
    expect(getNamedCommand({ commands: ['npm test'] })?.command).toBe('npm test')
    expect(getInputFacts({ commands: ['npm test', 'curl x'] })).toMatchObject({
      commandLine: undefined,
      further: [{ name: 'commands' }],
    })
  })

  it('is what the agent described just before it asked', () => {
    const asked = { title: 'Bash', content: [makeText('Requesting approval to Running: echo "npm run te…')] }
    expect(findField(asked, { command: 'echo "npm run test"', timeout: 60 })).toEqual(['echo "npm run test"', folder])
    expect(findField({ content: [makeText('{"command":"npm test"}')] })).toEqual(['npm test', folder])
  })

  it.each<[Partial<ToolCallUpdate>, unknown]>([
    [{}, { command: 'ls; pwd' }],
    [{ content: [makeText('[current working directory /project] (looks around)')] }, { command: 'ls; pwd' }],
    [{ content: [makeText('[in /elsewhere]')] }, undefined],
    [{ content: [makeText('[current working directory /project/src]')] }, undefined],
    [{ content: [] }, undefined],
    [{ kind: 'other' }, undefined],
    [{ title: '' }, undefined],
  ])('is the whole title if the agent is known to put it there: %j', (call, input) => {
    const content = [makeText('[current working directory /project]')]
    expect(
      parseInputFromTitle({ toolCallId: 'c', kind: 'execute', title: 'ls; pwd', content, ...call }, folder),
    ).toEqual(input)
  })

  it.each([
    ['`npm test`', 'npm test'],
    ['```sh\nnpm test\n```', 'npm test'],
    ['Requesting approval to Running: npm test && ls', 'npm test && ls'],
    ['Requesting approval to run `npm test`', 'npm test'],
    ['Requesting approval to run `npm test` quietly', '`npm test` quietly'],
  ])('is taken from the text %j if there is no other source', (title, line) => {
    expect(findField({ title })).toEqual([line, folder])
    expect(findField({ title: 'Bash', kind: 'execute', content: [makeText(title)] })).toEqual([line, folder])
  })

  it.each(['npm test', 'Run `npm test`', 'Run `a` then `b`', '`a` `b`', 'Requesting approval to Running: ', '``'])(
    'is unknown if there is only the title %j',
    title => expect(findField({ title, kind: 'execute' })).toBeUndefined(),
  )

  it.each<Partial<ToolCallUpdate>>([
    { kind: 'read' },
    { kind: 'fetch' },
    { rawInput: { path: 'README.md' } },
    { rawInput: { url: 'https://a' } },
  ])('is not the title of another kind of call: %j', (call) => {
    expect(findField({ title: '`./evil`', ...call })).toBeUndefined()
  })
})

describe('the command of a request is in doubt', () => {
  it.each<[string, Partial<ToolCallUpdate>, unknown?]>([
    ['the title and the raw input differ', { title: '`ls`', rawInput: { command: './evil' } }],
    ['the text and the raw input differ', { content: [makeText('Requesting approval to Running: ls')], rawInput: { command: './evil' } }],
    ['the earlier description and the raw input differ', { rawInput: { command: './evil' } }, { command: 'ls' }],
    ['the earlier and the current description differ', { content: [makeText('{"command":"ls"}')] }, { command: './evil' }],
    ['the folders differ', { rawInput: { command: 'ls' } }, { command: 'ls', cwd: '/' }],
    ['the title and the earlier description differ', { title: '`ls`' }, { command: './evil' }],
    ['two texts differ', { title: '`ls`', content: [makeText('```\n./evil\n```')] }],
    ['a shortened text is not the beginning of the other', { title: 'Requesting approval to Running: ls…' }, { command: './evil; ls' }],
  ])('if %s', (_, call, told) => {
    expect(findField(call, told)?.at(-1)).toBe('contradiction')
  })

  const shortened = ['Requesting approval to Running: npm run te…', '`npm run te...`', '`npm…`']
  it.each(shortened)('if only the shortened text %j shows it', (title) => {
    expect(findField({ title })?.at(-1)).toBe('shortened')
  })

  it.each(['rm \u202Egpj.exe', 'l\u200Bs', 'ls\u00A0-l', 'ls\u3164', 'ls\r./evil', 'ls\uFE0F', 'ls\u{E0041}', 'l\u034Fs', 'ls \u2800'])(
    'if %j contains something invisible',
    (command) => {
      expect(findField({ rawInput: { command } })?.at(-1)).toBe('hidden')
      expect(findField({ title: `Requesting approval to Running: ${command}` })?.at(-1)).toBe('hidden')
    },
  )

  it('but not if all texts repeat it', () => {
    const content = [makeText('Requesting approval to Running: npm t…')]
    const call = { title: '`npm test`', content, rawInput: { command: ['bash', '-lc', 'npm test'] } }
    expect(findField(call, { command: 'npm test' })).toEqual(['bash -lc \'npm test\'', folder])
  })
})

it('accepts only a complete JSON object as input', () => {
  const parseText = (said: string) => parseInputInContent([makeText(said)])
  expect(parseText('{"command":"ls","timeout":1}')).toEqual({ command: 'ls', timeout: 1 })
  for (const said of ['{"command":"ls"', 'x {"command":"ls"}', '{"command":""}', '{"command":{}}', '{"cmd":"ls"}', '["ls"]', '"ls"', ''])
    expect(parseText(said)).toBeUndefined()
  expect(parseInputInContent([makeText('{"command":"ls"}'), makeText('{"command":"ls"}')])).toBeUndefined()
})
