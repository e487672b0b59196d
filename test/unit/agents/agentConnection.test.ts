import type { AgentDefinition } from '../../../src/main/agents/agentDefinition'
import type { SessionRequests } from '../../../src/main/agents/agentRequests'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { RequestError } from '@agentclientprotocol/sdk'
import { describe, expect, it, vi } from 'vitest'
import { getErrorDetails } from '../../../src/main/agents/agentErrors'
import { HostError } from '../../../src/shared/errors'
import { collectText, connect, program, refuseAll } from '../../agents/program'
import { temporaryFolder } from '../../support/temporaryFolder'

const prompt = [{ type: 'text' as const, text: 'go' }]

type BeginOptions = Parameters<typeof connect>[1] & { requests?: Partial<SessionRequests> }

async function beginSession(agent: AgentDefinition, { requests, ...options }: BeginOptions = {}) {
  const connection = await connect(agent, options)
  await connection.ready
  const { sessionId } = await connection.calls.newSession({ cwd: connection.folder, mcpServers: [] })
  return { connection, sessionId, ...collectText(connection, sessionId, { ...refuseAll, ...requests }) }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  }
  catch {
    return false // no such process
  }
}

async function ask(
  request: object,
  options: BeginOptions = {},
): Promise<{ result?: unknown, error?: { code: number, message: string, data?: unknown } }> {
  const { connection, sessionId, pieces } = await beginSession(program('asker'), options)
  await connection.calls.prompt(sessionId, [{ type: 'text', text: JSON.stringify(request) }])
  return JSON.parse(pieces[0]!)
}

describe('a turn', () => {
  it('applies updates in order before its response, and late updates after it', async () => {
    const { connection, sessionId, pieces } = await beginSession(program('order'))
    await connection.calls.prompt(sessionId, prompt)
    expect(pieces).toEqual(Array.from({ length: 1000 }, (_, index) => `${index} `))
    await expect.poll(() => pieces[1000]).toBe('late')
  })

  it('survives noise, partial messages and unexpected responses in the agent\'s output', async () => {
    const { connection, sessionId, pieces } = await beginSession(program('garbage'))
    await expect(connection.calls.prompt(sessionId, prompt)).resolves.toMatchObject({ stopReason: 'end_turn' })
    expect(pieces).toEqual(['still here'])
    expect(connection.counts.noise).toBeGreaterThanOrEqual(8)
    expect(connection.counts.droppedUpdates).toBe(1)
  })

  it('sends Unicode line breaks intact, even to an agent that splits lines at them', async () => {
    const { connection, sessionId, pieces } = await beginSession(program('echo'))
    const texts = ['one\u2028two', 'one\u2029two', 'one\u0085two', 'one\u2028\u2029\u0085\r\n\v\ftwo', '\\u2028']
    await connection.calls.prompt(sessionId, texts.map(text => ({ type: 'text', text })))
    expect(pieces).toEqual(texts)
  })

  it('skips a line over 64 MiB with a notice, rejects the request in it, and continues', async () => {
    const onNotice = vi.fn()
    const { connection, sessionId, pieces } = await beginSession(program('giantLine'))
    connection.notices.add(onNotice)
    await expect(connection.calls.prompt(sessionId, prompt)).resolves.toMatchObject({ stopReason: 'end_turn' })
    expect(pieces).toEqual(['alive'])
    expect(onNotice).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('too long'))
  })

  it('applies no updates while the host holds the input, and all of them afterwards', async () => {
    const { connection, sessionId, pieces } = await beginSession(program('flood'))
    const release = connection.holdInput()
    const turn = connection.calls.prompt(sessionId, prompt)
    await delay(100)
    expect(pieces.length).toBeLessThan(10)
    release()
    await turn
    expect(pieces).toHaveLength(400)
  })

  it('holds updates of an unknown session until a client attaches', async () => {
    const { pieces } = await beginSession(program('earlyUpdates'))
    await expect.poll(() => pieces).toEqual(['before', 'behind'])
  })
})

describe('a failing agent', () => {
  it('is reported with its exit code and last lines of stderr if it crashes during a prompt', async () => {
    const { connection, sessionId, pieces } = await beginSession(program('crasher'))
    const onExit = vi.fn()
    connection.onExit(onExit)
    const error = await connection.calls.prompt(sessionId, prompt).catch((error: unknown) => error)
    expect(error).toMatchObject({ code: 'agent_exited', message: 'The agent stopped (exit code 3).' })
    expect(getErrorDetails(error)).toContain('the model is on fire')
    expect(pieces).toEqual(['about to fall'])
    expect(onExit).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 3, signal: null }))
    await expect(connection.calls.prompt(sessionId, prompt)).rejects.toMatchObject({ code: 'agent_exited' })
  })

  it('is detected even if its child keeps the pipe open, and the child is killed', async () => {
    const { connection, sessionId, pieces } = await beginSession(program('leavesChild'))
    await expect(connection.calls.prompt(sessionId, prompt)).rejects.toMatchObject({ code: 'agent_exited' })
    await expect.poll(() => isRunning(Number(pieces[0]))).toBe(false)
  })

  it('is killed when it closes its output', async () => {
    const { connection, sessionId } = await beginSession(program('closesStdout'))
    await expect(connection.calls.prompt(sessionId, prompt)).rejects.toMatchObject({
      code: 'agent_exited',
      message: expect.stringContaining('closed its connection'),
    })
    expect(isRunning(connection.pid!)).toBe(false)
  })
})

describe('stopping an agent', () => {
  it('takes neither signals nor a delay if the agent exits when stdin closes', async () => {
    // Deadlines beyond the test's own: waiting for one of them would fail it.
    const connection = await connect(program('echo'), { deadlines: { closeMs: 120_000, graceMs: 120_000 } })
    await connection.ready
    const onExit = vi.fn()
    connection.onExit(onExit)
    await connection.dispose()
    expect(onExit).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 0, signal: null }))
  })

  it('kills an agent that ignores the closing of stdin and SIGTERM, and its commands', async () => {
    const { connection, sessionId, pieces } = await beginSession(program('hanger'))
    const turn = connection.calls.prompt(sessionId, prompt).catch((error: unknown) => error)
    await expect.poll(() => pieces).toHaveLength(1)
    await connection.calls.cancel(sessionId)
    await connection.dispose()
    await expect(turn).resolves.toMatchObject({ code: 'agent_exited', message: 'The agent stopped (SIGKILL).' })
    expect(isRunning(connection.pid!)).toBe(false)
    expect(isRunning(Number(pieces[0]))).toBe(false)
  })
})

describe('starting an agent', () => {
  it('reports a command that is not found, and what to do', async () => {
    const connection = await connect({ ...program('silent'), command: 'kimi-that-is-not-there' })
    await expect(connection.ready).rejects.toMatchObject({
      code: 'agent_not_found',
      message: '"kimi-that-is-not-there" was not found. Install it, or enter its full path in settings.json.',
    })
  })

  it('reports a missing folder', async () => {
    await expect(connect(program('silent'), { folder: '/not/there' })).rejects.toMatchObject({ code: 'folder_not_found' })
  })

  it('kills an agent that does not answer initialize in time, and reports its stderr', async () => {
    const connection = await connect(program('silent'), { deadlines: { initializeMs: 700 } })
    const error = await connection.ready.catch((error: unknown) => error)
    expect(error).toMatchObject({ code: 'timeout' })
    expect(getErrorDetails(error)).toContain('licence server')
    expect(isRunning(connection.pid!)).toBe(false)
  })

  it('quotes text that is not ACP, shortened to one line without secrets, even if the agent exits', async () => {
    const quoted = /It printed text that is not ACP: “Welcome to Chatty with the key \[secret\]! Ask [^\n]{1,90}…”\. Is its ACP mode/
    const silent = await connect(program('chatty'), { deadlines: { initializeMs: 700 } })
    await expect(silent.ready).rejects.toMatchObject({
      code: 'timeout',
      message: expect.stringMatching(new RegExp(`^The agent did not introduce itself. ${quoted.source}`)),
    })
    const chatty = program('chatty')
    const brief = await connect({ ...chatty, args: [...chatty.args, '--brief'] })
    await expect(brief.ready).rejects.toMatchObject({
      code: 'agent_exited',
      message: expect.stringMatching(new RegExp(`^The agent stopped \\(exit code 3\\)\\. ${quoted.source}`)),
    })
  })

  it('reports an unsupported protocol version', async () => {
    const connection = await connect(program('badVersion'))
    await expect(connection.ready).rejects.toMatchObject({ code: 'agent_failed', message: expect.stringContaining('version 999') })
  })
})

describe('sign-in', () => {
  it('is requested with the agent\'s message and usable methods, and then allows new sessions', async () => {
    const connection = await connect(program('needsSignIn'))
    await connection.ready
    expect(connection.authMethods.map(({ id, name }) => [id, name])).toEqual([['login', 'Log in with a browser'], ['key', 'key']])
    const params = { cwd: connection.folder, mcpServers: [] }
    await expect(connection.calls.newSession(params)).rejects.toMatchObject({ code: 'sign_in_needed', message: 'Run kimi login first' })
    await connection.calls.authenticate('login')
    await expect(connection.calls.newSession(params)).resolves.toMatchObject({ sessionId: 's1' })
  })

  it('is not requested for other errors, which keep the agent\'s message and details', async () => {
    const connection = await connect(program('needsSignIn'))
    await connection.ready
    const error = await connection.calls.prompt('s1', prompt).catch((error: unknown) => error)
    expect(error).toMatchObject({ code: 'agent_failed', message: 'Internal error: HTTP 429 from the model', cause: { code: -32603 } })
  })
})

describe('an agent\'s request', () => {
  const permission = {
    method: 'session/request_permission',
    params: { sessionId: 's1', toolCall: { toolCallId: 't' }, options: [{ optionId: 'a', name: 'Sure', kind: 'allow_sometimes' }] },
  }

  it('for permission reaches the handler even if the kind of an option is unknown', async () => {
    const requestPermission = vi.fn(async () => ({ outcome: { outcome: 'selected' as const, optionId: 'a' } }))
    await expect(ask(permission, { requests: { requestPermission } })).resolves.toEqual({
      result: { outcome: { outcome: 'selected', optionId: 'a' } },
    })
  })

  it('to create a terminal may contain the environment as a map', async () => {
    const createTerminal = vi.fn(async () => ({ terminalId: 't1' }))
    await ask(
      { method: 'terminal/create', params: { sessionId: 's1', command: 'ls', env: { A: '1' } } },
      { requests: { createTerminal } },
    )
    expect(createTerminal).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ command: 'ls', env: [{ name: 'A', value: '1' }] }),
      expect.anything(),
    )
  })

  it('to wait for a terminal is accepted under its old name', async () => {
    const waitForTerminalExit = async () => ({ exitCode: 0 })
    await expect(
      ask(
        { method: 'terminal/waitForExit', params: { sessionId: 's1', terminalId: 't1' } },
        { requests: { waitForTerminalExit } },
      ),
    ).resolves.toEqual({ result: { exitCode: 0, exitStatus: { type: 'exited', code: 0 } } })
  })

  it('is answered with a RequestError unchanged, a HostError\'s message, and no details of other errors', async () => {
    const read = { method: 'fs/read_text_file', params: { sessionId: 's1', path: '/x' } }
    const failing = (error: Error) => ({ requests: { readTextFile: () => Promise.reject(error) }, report: () => undefined })
    await expect(ask(read, failing(new RequestError(-32002, 'File not found: /x')))).resolves.toEqual({
      error: { code: -32002, message: 'File not found: /x' },
    })
    await expect(ask(read, failing(new HostError('busy', 'Too much at once')))).resolves.toEqual({
      error: { code: -32603, message: 'Too much at once' },
    })
    expect(JSON.stringify(await ask(read, failing(new Error('ENOENT /home/me/secret'))))).not.toContain('secret')
  })

  it('for a disabled or unknown method is rejected with -32601', async () => {
    for (const method of ['terminal/create', '__proto__', 'session/prompt', 'x/y']) {
      await expect(
        ask({ method, params: {} }, { offers: { readTextFile: true, writeTextFile: true, terminal: false, elicitation: false } }),
      ).resolves.toMatchObject({ error: { code: -32601 } })
    }
  })
})

describe('a started agent', () => {
  it('runs in its folder, with the person\'s and its own environment but without Parley\'s variables', async () => {
    const { connection, sessionId, pieces } = await beginSession(program('environment', { MINE: 'yes' }), {
      environment: { PATH: process.env.PATH, KEY: 'theirs', PARLEY_DATA: 'x', ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '--no-warnings' },
    })
    await connection.calls.prompt(sessionId, prompt)
    const { cwd, env } = JSON.parse(pieces[0]!) as { cwd: string, env: Record<string, string> }
    expect(cwd).toBe(connection.folder)
    expect(env).toMatchObject({ KEY: 'theirs', MINE: 'yes', PARLEY_OWNER: connection.connectionId })
    expect(Object.keys(env).filter(name => /^(?:ELECTRON_|NODE_OPTIONS|PARLEY_DATA)/.test(name))).toEqual([])
  })

  it('is traced in both directions, with its stderr and without secrets', async () => {
    const traceFolder = join(temporaryFolder(), 'traces')
    const connection = await connect(program('crasher', { TOKEN: 'agents-own-secret' }), { traceFolder })
    await connection.ready
    await connection.calls.newSession({
      cwd: connection.folder,
      mcpServers: [{ name: 'db', command: '/bin/db', args: [], env: [{ name: 'PASSWORD', value: 'hunter2-hunter2' }] }],
    })
    await connection.calls.prompt('s1', prompt).catch(() => undefined)
    expect(connection.trace.entries.map(({ direction }) => direction)).toEqual(expect.arrayContaining(['in', 'out', 'stderr']))
    const [file] = await readdir(traceFolder)
    const written = await vi.waitUntil(async () => {
      const text = await readFile(join(traceFolder, file!), 'utf8')
      return text.includes('the model is on fire') && text
    }, { timeout: 15_000 })
    expect(written).toContain('session/new')
    expect(written).not.toMatch(/hunter2|agents-own-secret/)
  })
})
