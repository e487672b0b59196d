import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { useTerminals } from './testTerminals'

const testTerminals = useTerminals()

describe('creating', () => {
  it('spawns a PTY and returns an id without waiting for the command', async () => {
    const { run } = testTerminals()
    const terminal = run('test -t 0 && test -t 1 && echo is a terminal; sleep 30')
    expect(terminal.terminalId).toMatch(/^[0-9a-f-]{36}$/)
    expect(terminal.isRunning).toBe(true)
    await expect.poll(() => terminal.output().output).toBe('is a terminal\n')
  })

  it('uses the given cwd and env', async () => {
    const { run, folder } = testTerminals()
    mkdirSync(join(folder, 'inner'))
    const terminal = run('pwd; echo "$GREETING"', { cwd: join(folder, 'inner'), env: [{ name: 'GREETING', value: 'good day' }] })
    await terminal.waitForExit()
    expect(terminal.output().output).toBe(`${join(folder, 'inner')}\ngood day\n`)
  })

  it('passes each argument unchanged', async () => {
    const { run } = testTerminals()
    const args = ['$(id)', '`id`', 'a b;c', '&&', 'two\nlines', '"\'', '*']
    const terminal = run('printf', { args: ['<%s>', ...args] })
    await terminal.waitForExit()
    expect(terminal.output().output).toBe(args.map(arg => `<${arg}>`).join(''))
  })

  it('runs a command without arguments as a shell line', async () => {
    const { run } = testTerminals()
    const terminal = run('echo one && echo two | tr a-z A-Z', { args: [] })
    await terminal.waitForExit()
    expect(terminal.output().output).toBe('one\nTWO\n')
  })

  it.each([
    [
      'a missing program',
      { command: 'no-such-program', args: ['x'] },
      'Failed to start terminal: "no-such-program" was not found',
    ],
    [
      'a file without execute permission',
      { command: '/etc/passwd', args: ['x'] },
      'Failed to start terminal: "/etc/passwd" may not be executed',
    ],
    [
      'a missing folder',
      { command: 'ls', cwd: '/no/such/folder' },
      'Failed to start terminal: the folder "/no/such/folder" does not exist',
    ],
    [
      'a NUL character',
      { command: 'echo', args: ['a\0b'] },
      'Failed to start terminal: a NUL character',
    ],
  ])('reports why it cannot start: %s', (_, request, message) => {
    const { terminals, folder } = testTerminals()
    expect(() => terminals.create({ cwd: folder, ...request })).toThrow(message)
  })

  it('reports a missing program if a PATH folder is unreadable', () => {
    const { run, folder } = testTerminals()
    symlinkSync('loop', join(folder, 'loop'))
    expect(() => run('no-such-program', { args: ['x'], env: [{ name: 'PATH', value: join(folder, 'loop') }] })).toThrow('was not found')
  })

  it('releases the oldest exited terminal of an agent that releases none, and keeps showing it', async () => {
    let released = 0
    const { run, terminals } = testTerminals({ maxHeld: 2, onReleasedForAgent: () => released++ })
    const first = run('echo first')
    await first.waitForExit()
    const second = run('sleep 30')
    run('echo third')
    expect(released).toBe(1)
    expect(() => terminals.find(first.terminalId)).toThrow('not found')
    await terminals.release(first.terminalId) // the agent may still come to it
    expect(terminals.view(first.terminalId)?.output).toContain('first')
    expect(terminals.find(second.terminalId).isRunning).toBe(true)
  })

  it('limits the number of running commands', async () => {
    const { run, terminals } = testTerminals({ maxHeld: 2 })
    const first = run('sleep 30')
    run('sleep 30')
    expect(() => run('sleep 30')).toThrow('2 commands are running already')
    await terminals.release(first.terminalId)
    expect(run('true').terminalId).toBeTruthy()
  })
})

describe('output', () => {
  it('is kept up to the limit, truncated at a character boundary', async () => {
    const { run } = testTerminals()
    const terminal = run('printf "first äöü"', { outputByteLimit: 5 })
    await terminal.waitForExit()
    expect(terminal.output()).toMatchObject({ output: 'öü', truncated: true })
  })

  it('is reported as truncated only if some was discarded', async () => {
    const { run } = testTerminals()
    const whole = run('printf 12345', { outputByteLimit: 5 })
    const cut = run('printf 123456', { outputByteLimit: 5 })
    const none = run('printf 1', { outputByteLimit: 0 })
    await Promise.all([whole, cut, none].map(terminal => terminal.waitForExit()))
    expect(whole.output()).toMatchObject({ output: '12345', truncated: false })
    expect(cut.output()).toMatchObject({ output: '23456', truncated: true })
    expect(none.output()).toMatchObject({ output: '', truncated: true })
  })

  it('can be read while the command runs, and grows', async () => {
    const { run, folder } = testTerminals()
    const terminal = run('echo one; until test -e go; do sleep 0.02; done; echo two; sleep 30')
    await expect.poll(() => terminal.output()).toEqual({ output: 'one\n', truncated: false })
    mkdirSync(join(folder, 'go'))
    await expect.poll(() => terminal.output()).toEqual({ output: 'one\ntwo\n', truncated: false })
  })

  it('includes the exit status after the exit', async () => {
    const { run } = testTerminals()
    const terminal = run('exit 3')
    expect(terminal.output()).not.toHaveProperty('exitStatus')
    await terminal.waitForExit()
    expect(terminal.output().exitStatus).toEqual({ exitCode: 3, signal: null })
  })

  it('is plain text for the agent, and keeps its escape sequences for the person', async () => {
    const { run, terminals } = testTerminals()
    const terminal = run('printf "\\033[31mred\\033[0m\\n\\033]0;title\\007done\\n"')
    await terminal.waitForExit()
    expect(terminal.output().output).toBe('red\ndone\n')
    expect(terminals.view(terminal.terminalId)?.output).toBe('\x1B[31mred\x1B[0m\r\n\x1B]0;title\x07done\r\n')
  })

  it('stays bounded without a limit, whatever a command prints', async () => {
    const { run, terminals } = testTerminals()
    const terminal = run('yes 0123456789012345678901234567890123456789012345678 | head -c 12000000')
    await terminal.waitForExit()
    expect(terminal.output()).toMatchObject({ truncated: true })
    expect(Buffer.byteLength(terminal.output().output)).toBe(1024 * 1024)
    const view = terminals.view(terminal.terminalId)!
    expect(view.output.length).toBeLessThan(1.3 * 1024 * 1024)
    expect(view).toMatchObject({ truncated: true, offset: 12_240_000, output: expect.stringMatching(/^0123/) })
  })

  it('is complete even if the command exits immediately', async () => {
    const { run } = testTerminals()
    for (let round = 0; round < 3; round++) {
      const quick = Array.from({ length: 8 }, () => run('head -c 20000 /dev/zero | tr "\\0" x', { outputByteLimit: 30_000 }))
      await Promise.all(quick.map(terminal => terminal.waitForExit()))
      expect(quick.map(terminal => terminal.output().output.length)).toEqual(Array.from({ length: 8 }).fill(20_000))
    }
  })
})

describe('requests about a terminal', () => {
  it('reject an unknown id', async () => {
    const { terminals } = testTerminals()
    expect(() => terminals.find('nobody')).toThrow('Terminal nobody not found')
    await expect(terminals.release('nobody')).resolves.toBeUndefined() // free already
    expect(terminals.view('nobody')).toBeUndefined()
  })

  it('wait until the exit and return code and signal', async () => {
    const { run } = testTerminals()
    expect(await run('sleep 0.1; exit 7').waitForExit()).toEqual({ exitCode: 7, signal: null })
    expect(await run('kill -KILL $$').waitForExit()).toEqual({ exitCode: null, signal: 'SIGKILL' })
  })
})

describe('killing', () => {
  it('stops a running process, resolves an open wait and keeps the id', async () => {
    const { run, terminals } = testTerminals()
    const terminal = run('echo started; sleep 30')
    const waiting = terminal.waitForExit()
    await expect.poll(() => terminal.output().output).toBe('started\n')
    await terminal.kill()
    expect(await waiting).toEqual({ exitCode: null, signal: 'SIGTERM' })
    expect(terminals.find(terminal.terminalId).output()).toEqual({
      output: 'started\n',
      truncated: false,
      exitStatus: { exitCode: null, signal: 'SIGTERM' },
    })
    expect(terminals.view(terminal.terminalId)?.state).toBe('killed')
  })

  it('is idempotent, even after the command has exited', async () => {
    const { run, terminals } = testTerminals()
    const killed = run('sleep 30')
    await Promise.all([killed.kill(), killed.kill()])
    await killed.kill()
    const ended = run('exit 0')
    await ended.waitForExit()
    await ended.kill()
    expect(terminals.view(ended.terminalId)).toMatchObject({ state: 'exited', exit: { exitCode: 0, signal: null } })
  })

  it('keeps partial output readable after a timeout and a kill', async () => {
    const { run } = testTerminals()
    const terminal = run('for i in 1 2 3; do echo part $i; done; sleep 30; echo never')
    const timedOut = await Promise.race([terminal.waitForExit(), new Promise(resolve => setTimeout(resolve, 400, 'timed out'))])
    await terminal.kill()
    expect(timedOut).toBe('timed out')
    expect(terminal.output().output).toBe('part 1\npart 2\npart 3\n')
  })
})

describe('releasing', () => {
  it('kills a running process and removes the id', async () => {
    const { run, terminals } = testTerminals()
    const terminal = run('sleep 30')
    await terminals.release(terminal.terminalId)
    expect(terminal.isRunning).toBe(false)
    expect(() => terminals.find(terminal.terminalId)).toThrow(`Terminal ${terminal.terminalId} not found`)
  })

  it('is idempotent', async () => {
    const { run, terminals } = testTerminals()
    const terminal = run('true')
    await terminals.release(terminal.terminalId)
    await expect(terminals.release(terminal.terminalId)).resolves.toBeUndefined()
  })

  it('keeps showing the output', async () => {
    const { run, terminals } = testTerminals()
    const terminal = run('echo to be seen')
    await terminal.waitForExit()
    await terminals.release(terminal.terminalId)
    expect(terminals.view(terminal.terminalId)).toMatchObject({ state: 'exited', output: 'to be seen\r\n', commandLine: 'echo to be seen' })
  })
})
