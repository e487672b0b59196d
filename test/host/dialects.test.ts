import type { TestThread } from '../support/testThread'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openPermissions } from '../../src/shared/thread/selectors'
import { getPromptText } from '../../src/shared/thread/text/promptText'
import { named } from '../support/namedAgent'
import { scripted } from '../support/scriptedAgent'
import { testHost, type TestHost } from '../support/testHost'

const dialects = Object.fromEntries(
  [
    'claudeDialect',
    'codexDialect',
    'geminiDialect',
    'kimiDialect',
    'kimiCliDialect',
    'crowDialect',
    'codeepDialect',
    'amplifierDialect',
    'unknownTerminal',
    'envMap',
    'loadOnly',
    'resumeOnly',
    'neither',
  ].map(name => [name, scripted(name)]),
)

/** Dialects that ask before they run commands, and the files that they write. */
const questions: Readonly<Record<string, readonly string[]>> = {
  claudeDialect: [],
  codexDialect: ['write new.txt'],
  geminiDialect: ['write newer.txt'],
  kimiDialect: ['write newest.txt'],
  kimiCliDialect: [],
  crowDialect: [],
  codeepDialect: [],
  amplifierDialect: [],
  envMap: [],
}

async function started(name: string): Promise<{ host: TestHost, thread: TestThread }> {
  const host = await testHost({ agents: dialects })
  return { host, thread: await host.startThread(name) }
}

describe('dialects', () => {
  it('shows terminals that the agent runs itself and reports in _meta, with their output once', async () => {
    const { thread } = await started('claudeDialect')

    expect((await thread.ask('run echo from-claude')).end.reason).toBe('end_turn')

    const [terminalId] = thread.tools.flatMap(tool => tool.terminalIds)
    expect(await thread.terminal(terminalId!)).toMatchObject({
      source: 'agent',
      state: 'exited',
      commandLine: 'echo from-claude',
      output: expect.stringContaining('from-claude'),
    })
    expect(thread.text.match(/^.*from-claude.*$/gm)?.filter(line => !/run echo|echo from-claude/.test(line))).toEqual([])
  })

  it('joins output sent as deltas', async () => {
    const { thread } = await started('codexDialect')

    await thread.ask('run echo from-codex')

    const [terminalId] = thread.tools.flatMap(tool => tool.terminalIds)
    expect(await thread.terminal(terminalId!)).toMatchObject({ source: 'agent', output: expect.stringContaining('from-codex') })
  })

  it('shows a tool call that is first seen in its permission request', async () => {
    const { thread } = await started('geminiDialect')

    await thread.ask('write new.txt')

    expect(thread.tools.filter(tool => tool.call.kind === 'edit')).toHaveLength(1)
    expect(thread.of('permission')[0]?.answer?.by).toBe('person')
  })

  it('keeps the terminal of a polled command when the agent replaces it with text', async () => {
    const { thread } = await started('kimiDialect')

    expect((await thread.ask('run echo from-kimi')).end.reason).toBe('end_turn')

    const tool = thread.tools.find(tool => tool.terminalIds.length > 0)!
    expect(await thread.terminal(tool.terminalIds[0]!)).toMatchObject({
      source: 'pty',
      state: 'exited',
      output: expect.stringContaining('from-kimi'),
    })
  })

  it('asks once about a command that the request describes in text', async () => {
    const { thread } = await started('kimiDialect')

    await thread.ask(['run ls', 'run cat a.txt; echo "so that the question is shortened"', 'run pwd', 'run echo \'a\' $HOME'].join('\n'))

    expect(thread.text.match(/I saw/g)).toHaveLength(4)
    expect(thread.of('permission').map(({ request }) => [request.from, request.told?.command])).toEqual([
      ['agent', 'ls'],
      ['agent', 'cat a.txt; echo "so that the question is shortened"'],
      ['agent', 'pwd'],
      ['agent', 'echo \'a\' $HOME'],
    ])
  })

  it('does not ask again about a command that is allowed for the session', async () => {
    const { thread } = await started('kimiDialect')

    await thread.ask('run ls\nrun ls', { answer: 'allow_always' })

    expect(thread.text.match(/I saw/g)).toHaveLength(2)
    expect(thread.of('permission').map(({ request }) => request.from)).toEqual(['agent', 'agent'])
  })

  it('asks only about commands on the built-in list in a thread that allows all', async () => {
    const { thread } = await started('kimiDialect')
    await thread.send('run ls\nrun pwd\nrun sudo -n true')

    const { request } = await thread.permission()
    expect(request.own).toMatchObject({ thread: true })
    await thread.answer('approve', request.requestId, { scope: 'thread' })
    await thread.until(() => openPermissions(thread.transcript).some(({ request }) => request.told?.command === 'sudo -n true'))
    const listed = await thread.permission()
    expect(listed.request.own).toEqual({ why: 'it asks for more rights' })
    await expect(thread.answer('approve', listed.request.requestId, { scope: 'thread' })).rejects.toThrow('not offered')
    await thread.answer('reject', listed.request.requestId)
    await thread.turnEnd()

    expect(thread.of('permission').map(({ answer }) => [answer?.by, answer?.scope])).toEqual([
      ['person', 'thread'],
      ['rule', 'thread'],
      ['person', undefined],
    ])
  })

  it('does not ask about commands that a rule allows', async () => {
    const { host, thread } = await started('kimiDialect')
    await host.client.saveRule({ rule: { effect: 'allow', command: 'ls *' } })

    await thread.ask('run ls\nrun ls made.txt')

    expect(thread.of('permission').map(({ answer }) => answer?.by)).toEqual(['rule', 'rule'])
    expect(thread.text.match(/I saw/g)).toHaveLength(2)
  })

  it('recognizes a command in the title of a request', async () => {
    const host = await testHost({ agents: { Gemini: await named('gemini', scripted('geminiDialect')) } })
    const thread = await host.startThread('Gemini')
    await thread.send('run ls; cat "a b"\nrun pwd\nrun sudo -n true')

    const { request } = await thread.permission()
    expect([request.told, request.own]).toEqual([{ command: 'ls; cat "a b"' }, { thread: true }])
    await thread.answer('proceed_once', request.requestId, { scope: 'thread' })
    const listed = await thread.permission()
    expect(listed.request).toMatchObject({ told: { command: 'sudo -n true' }, own: { why: 'it asks for more rights' } })
    await thread.answer('cancel', listed.request.requestId)
    await thread.turnEnd()

    expect(thread.of('permission').map(({ answer }) => answer?.by)).toEqual(['person', 'rule', 'person'])
  })

  it('lets a rule that denies a file override a rule that allows the command', async () => {
    const { host, thread } = await started('claudeDialect')
    await host.client.saveRule({ rule: { effect: 'allow', command: 'touch *' } })
    await host.client.saveRule({ rule: { effect: 'deny', path: 'kept/**' } })

    await thread.ask('run touch made.txt')
    await thread.ask('run touch kept/made.txt')

    expect(thread.of('permission').map(({ answer }) => [answer?.by, answer?.outcome])).toEqual([
      ['rule', { outcome: 'selected', optionId: 'allow' }],
      ['rule', { outcome: 'selected', optionId: 'reject' }],
    ])
  })

  it('runs a shell line sent as the command in the thread\'s folder', async () => {
    const { host, thread } = await started('kimiCliDialect')

    await thread.ask('run echo one > made.txt && cat made.txt | tr a-z A-Z')

    expect(thread.text).toContain('Exit code 0: ONE')
    expect(await readFile(join(host.workspace, 'made.txt'), 'utf8')).toBe('one\n')
  })

  it('runs bash -c from the arguments unchanged', async () => {
    const { thread } = await started('crowDialect')

    await thread.ask('run x="a  b"; echo "$x" && exit 3')

    expect(thread.text).toContain('Exit code 3: a  b')
  })

  it.each([
    ['echo "$BY" >> runs.txt; exit 4', 'The command was exited with 4.'],
    ['echo "$BY" >> runs.txt; kill -9 $$', 'The command was killed.'],
  ])('answers an older method as its agents expect, so that no command runs twice: %s', async (command, said) => {
    const { host, thread } = await started('codeepDialect')

    await thread.ask(`run ${command}`)

    expect(thread.text).toContain(said)
    expect(await readFile(join(host.workspace, 'runs.txt'), 'utf8')).toBe('codeep\n')
  })

  it('answers a pending wait when its command is killed, and keeps the output until release', async () => {
    const { thread } = await started('amplifierDialect')

    await thread.ask('run echo begun; sleep 600')

    expect(thread.text).toMatch(/Too slow, exit code (null|undefined), signal SIG\w+: begun/)
    const [terminalId] = thread.tools.flatMap(tool => tool.terminalIds)
    expect(await thread.terminal(terminalId!)).toMatchObject({ state: 'killed', output: expect.stringContaining('begun') })
  })

  it('does not interfere with a command that ends within the agent\'s own limit', async () => {
    const { thread } = await started('amplifierDialect')

    await thread.ask('run echo quick')

    expect(thread.text).toContain('In time, exit code 0')
  })

  it('keeps the rest of an update that names an unknown terminal', async () => {
    const { thread } = await started('unknownTerminal')

    await thread.ask('go')

    expect(thread.text).toContain('Beside the terminal.')
    expect(thread.text).toContain('After the terminal.')
    expect(await thread.terminal('nobody-made-me')).toBeUndefined()
  })

  it('accepts an environment as a map and the older name of wait_for_exit', async () => {
    const { thread } = await started('envMap')

    await thread.ask('run echo "$GREETING"')

    const [terminalId] = thread.tools.flatMap(tool => tool.terminalIds)
    expect(await thread.terminal(terminalId!)).toMatchObject({ output: 'from the map\r\n', exit: { exitCode: 0 } })
  })
})

it('asks once for each command and file in every dialect', async () => {
  const host = await testHost({ agents: dialects })
  const tasks = (files: readonly string[]): string[] => ['run echo one', 'run echo one', ...files]
  const asked = await Promise.all(Object.entries(questions).map(async ([name, files]) => {
    const thread = await host.startThread(name)
    for (const task of tasks(files))
      expect((await thread.ask(task)).end.reason).toBe('end_turn')
    return [name, thread.of('permission').length]
  }))

  expect(asked).toEqual(Object.entries(questions).map(([name, files]) => [name, tasks(files).length]))
})

describe('resuming a session', () => {
  it.each([['resumeOnly', 'resume'], ['loadOnly', 'load']])('%s: resumes with %s without showing the conversation twice', async (name) => {
    const { host, thread } = await started(name)
    await thread.ask('hello')
    const before = thread.text

    const again = await host.restart()
    const reopened = await again.openThread(thread.threadId)
    await reopened.ask('and again')

    expect(reopened.text.startsWith(before.trimEnd())).toBe(true)
    expect(reopened.of('user')).toHaveLength(2)
    expect(reopened.of('notice')).toHaveLength(0)
  })

  it('does not mistake a replay that continues after session/load for the next answer', async () => {
    const { host, thread } = await started('loadOnly')
    for (const text of ['one', 'two'])
      await thread.ask(text)
    const again = await host.restart()
    const reopened = await again.openThread(thread.threadId)
    await reopened.ask('slowly')
    expect(reopened.of('agent').map(({ content }) => getPromptText(content))).toEqual([
      'You said: one. That makes 1.',
      'You said: two. That makes 2.',
      'You said: slowly. That makes 3.',
    ])
  })

  it('begins a new session with a notice if the agent can neither load nor resume', async () => {
    const { host, thread } = await started('neither')
    await thread.ask('hello')

    const again = await host.restart()
    const reopened = await again.openThread(thread.threadId)
    await reopened.ask('and again')

    expect(reopened.of('notice')).toHaveLength(1)
    expect(reopened.of('notice')[0]?.notice.title).toContain('does not remember')
  })
})
