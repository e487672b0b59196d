import type { HostConnection } from '../../src/shared/rpc'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hostile } from '../support/scriptedAgent'
import { testHost, type TestHost } from '../support/testHost'
import { patienceMs } from '../support/testThread'

/** A shell without start files. */
const variables = { HOME: '/nowhere', SHELL: '/bin/bash', PS1: '$ ' }

/** The person's own shell in the host's workspace, with its output. */
class Shell {
  readonly host: TestHost
  readonly terminalId: string
  #text = ''

  private constructor(host: TestHost, terminalId: string) {
    this.host = host
    this.terminalId = terminalId
  }

  static async start(
    host: TestHost,
    folder = host.workspace,
    options: { shell?: string, groupId?: string } = {},
  ): Promise<Shell> {
    const { terminalId } = await host.client.createOwnTerminal({ folder, ...options })
    return Shell.open(host, terminalId)
  }

  static async open(host: TestHost, terminalId: string): Promise<Shell> {
    const shell = new Shell(host, terminalId)
    host.connection.on('terminalOutput', (event) => {
      if (event.threadId !== undefined || event.terminalId !== terminalId)
        return
      shell.#text += event.data
      host.client.ackTerminal({ terminalId, offset: event.offset }).catch(() => undefined) // it is already closed
    })
    shell.#text = (await host.client.openTerminal({ terminalId }))?.output ?? ''
    return shell
  }

  get text(): string {
    return this.#text
  }

  async type(data: string): Promise<void> {
    await this.host.client.writeTerminal({ terminalId: this.terminalId, data })
  }

  async run(line: string): Promise<void> {
    await this.type(`${line}\r`)
  }

  async see(wanted: string | RegExp): Promise<void> {
    const isSeen = (): boolean => typeof wanted === 'string' ? this.#text.includes(wanted) : wanted.test(this.#text)
    await until(isSeen, () => this.#text)
  }
}

async function until(holds: () => boolean | Promise<boolean>, shown: () => unknown = () => ''): Promise<void> {
  const seen = expect.poll(holds, { timeout: patienceMs, interval: 20 }).toBe(true)
  await seen.catch(() => expect.fail(`not seen: ${JSON.stringify(shown())}`))
}

/** Processes that sleep for the test's duration. */
function sleepers(): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8') === ['sleep', '4242', ''].join('\0')
    }
    catch {
      return false // no such process, or gone
    }
  })
}

async function viewOf({ host, terminalId }: Shell) {
  return (await host.client.ownTerminals({ folder: host.workspace })).find(view => view.terminalId === terminalId)
}

describe('a person\'s own terminal', () => {
  it('runs the login shell in the folder, with the person\'s variables but no other terminal\'s', async () => {
    const outer = { TERM_PROGRAM: 'vscode', VSCODE_PID: '1', TMUX: 'x' }
    const host = await testHost({ variables: { ...variables, ...outer, PAGER: 'less' } })
    const shell = await Shell.start(host)

    await shell.run('echo "<$PWD|$PAGER|$TERM_PROGRAM|$VSCODE_PID$TMUX|$TERM>"')

    await shell.see(`<${host.workspace}|less|Parley||xterm-256color>`)
    const { terminalId: groupId } = shell
    expect(await viewOf(shell)).toMatchObject({ shell: 'bash', cwd: host.workspace, groupId, state: 'running' })
  })

  it('shows its program and folder, and counts as work only while a command runs', async () => {
    const host = await testHost({ variables })
    await mkdir(join(host.workspace, 'web'))
    const shell = await Shell.start(host)

    await shell.run('cd web')
    await until(async () => (await viewOf(shell))?.cwd === join(host.workspace, 'web'))
    expect(host.work).toBeUndefined()

    await shell.run('sleep 60')
    await until(async () => (await viewOf(shell))?.program === 'sleep')
    expect(host.work).toBe('terminal')

    await shell.type('\u0003')
    await until(async () => (await viewOf(shell))?.program === undefined)
    expect(host.work).toBeUndefined()
  })

  it('counts a background command as work until it ends, but not helpers of a prompt', async () => {
    const host = await testHost({ variables })
    const shell = await Shell.start(host)

    await shell.run('sleep 61 >/dev/null 2>&1 &')
    await shell.run('sleep 60 & echo "p""id $!."')
    await until(async () => (await viewOf(shell))?.job === 'sleep')
    expect(host.work).toBe('terminal')

    await shell.see(/pid \d+\./)
    process.kill(Number(/pid (\d+)\./.exec(shell.text)?.[1])) // which the shell doesn't report
    await until(async () => (await viewOf(shell))?.job === undefined)
    expect(host.work).toBeUndefined()
  })

  it('returns after a restart with its text, name, position and folder, and types nothing', async () => {
    const first = await testHost({ variables })
    await mkdir(join(first.workspace, 'web'))
    const shell = await Shell.start(first)
    const beside = await Shell.start(first, first.workspace, { groupId: shell.terminalId })
    await first.client.renameOwnTerminal({ terminalId: shell.terminalId, name: 'Server' })
    await shell.run('cd web; echo kept-$((40 + 2))')
    await shell.run('printf "\\033[?2004h\\033[?1000h\\033[?1049hscreen of %s" a-program')
    await shell.see('screen of a-program')

    const host = await first.restart({ variables })
    const views = await host.client.ownTerminals({ folder: host.workspace })
    expect(views).toMatchObject([
      { terminalId: shell.terminalId, name: 'Server', cwd: join(host.workspace, 'web') },
      { terminalId: beside.terminalId, groupId: shell.terminalId },
    ])
    const again = await Shell.open(host, shell.terminalId)
    expect(again.text).toMatch(/kept-42[\s\S]*The shell was started anew/)
    expect(again.text).not.toContain('screen of a-program')
    await again.run('echo $PWD-$((1 + 1))')
    await again.see(`${join(host.workspace, 'web')}-2`)
  })

  it('keeps no text if the settings forbid it', async () => {
    const first = await testHost({ variables })
    await first.client.setPreference({ key: 'terminal.keep_text', value: false })
    const shell = await Shell.start(first)
    await shell.run('echo secret-$((40 + 2))')
    await shell.see('secret-42')

    const host = await first.restart({ variables })
    await host.client.ownTerminals({ folder: host.workspace })

    expect((await Shell.open(host, shell.terminalId)).text).not.toContain('secret-42')
  })

  it('ends all processes of its commands when it is closed', async () => {
    const host = await testHost({ variables })
    const shell = await Shell.start(host)
    await shell.run('(setsid sleep 4242 & sleep 4242) & sh -c "sleep 4242; true"')
    await until(() => sleepers().length === 3, sleepers)

    await host.client.closeOwnTerminal({ terminalId: shell.terminalId })

    expect(sleepers()).toEqual([])
    expect(await host.client.ownTerminals({ folder: host.workspace })).toEqual([])
  })

  it('closes when the person exits the shell, and keeps the message of a shell that cannot start', async () => {
    const host = await testHost({ variables })
    const shell = await Shell.start(host)
    await shell.run('exit')
    await until(async () => await viewOf(shell) === undefined)

    const broken = join(host.workspace, 'broken')
    await writeFile(broken, '#!/bin/sh\necho "no such terminal"; exit 3\n', { mode: 0o755 })
    const failed = await Shell.start(host, host.workspace, { shell: broken })
    await until(async () => (await viewOf(failed))?.state === 'exited')
    expect(await viewOf(failed)).toMatchObject({ exit: { exitCode: 3 } })
    expect((await host.client.openTerminal({ terminalId: failed.terminalId }))?.output).toContain('no such terminal')
  })

  it('doesn\'t wait for a closed window, and sends a window that opens later the terminal modes, then the end of the output', async () => {
    const host = await testHost({ variables })
    const shell = await Shell.start(host)
    await shell.see(/[#$] $/)
    const gone: HostConnection & { close: () => void } = host.connectAnother()
    await gone.host.openTerminal({ terminalId: shell.terminalId })
    gone.close()
    await host.client.leaveTerminal({ terminalId: shell.terminalId })

    const flood = 'head -c 3000000 /dev/zero | tr "\\0" x'
    await shell.run(`printf "\\033[?1049h\\033[?2004l\\033[?1h"; ${flood}; touch done; sleep 60`)
    await until(() => existsSync(join(host.workspace, 'done')))

    const late = await Shell.open(host, shell.terminalId)
    expect(late.text.length).toBeLessThan(1_300_000)
    expect(late.text.slice(0, 40)).toContain('\u001B[?1049h')
    expect(late.text.slice(0, 40)).toContain('\u001B[?1h')
  })

  it('lets only the first window answer queries that a program sent before any window was open', async () => {
    const host = await testHost({ variables })
    const { terminalId } = await host.client.createOwnTerminal({ folder: host.workspace })
    await host.client.writeTerminal({ terminalId, data: 'printf "\\033[c"; touch done\r' })
    await until(() => existsSync(join(host.workspace, 'done')))

    expect(await host.client.openTerminal({ terminalId })).toMatchObject({ shownBefore: 0 })
    const second = await host.connectAnother().host.openTerminal({ terminalId })
    expect(second?.shownBefore).toBe(second?.offset)
  })

  it('deletes its kept text once the settings forbid keeping it', async () => {
    const first = await testHost({ variables })
    const shell = await Shell.start(first)
    await shell.run('echo secret-$((40 + 2))')
    await shell.see('secret-42')
    const host = await first.restart({ variables })
    await host.client.setPreference({ key: 'terminal.keep_text', value: false })

    await host.client.ownTerminals({ folder: host.workspace })

    expect((await Shell.open(host, shell.terminalId)).text).not.toContain('secret-42')
  })

  it('accepts terminal replies from one window only, and typed input from each', async () => {
    const host = await testHost({ variables })
    const shell = await Shell.start(host)
    const second = host.connectAnother()
    await second.host.openTerminal({ terminalId: shell.terminalId })
    await shell.run('cat -v')
    await until(async () => (await viewOf(shell))?.program === 'cat')

    const { terminalId } = shell
    await second.host.writeTerminal({ terminalId, data: '\u001B[2;2R', isAnswer: true })
    await host.client.writeTerminal({ terminalId, data: '\u001B[1;1R', isAnswer: true })
    await second.host.writeTerminal({ terminalId, data: 'typed\r' })

    await shell.see('typed')
    expect(shell.text).toContain('^[[1;1R')
    expect(shell.text).not.toContain('^[[2;2R')
  })

  it('has at most five others beside it; a seventh is refused with the reason', async () => {
    const host = await testHost({ variables })
    const { terminalId: groupId } = await host.client.createOwnTerminal({ folder: host.workspace })
    const askedAtOnce = Array.from({ length: 12 }, () => host.client.createOwnTerminal({ folder: host.workspace, groupId }))
    const answers = await Promise.allSettled(askedAtOnce)
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)

    const oneMore = host.client.createOwnTerminal({ folder: host.workspace, groupId })
    await expect(oneMore).rejects.toThrow('6 terminals are side by side')
  })

  it('can be neither read nor killed by an agent', async () => {
    const host = await testHost({ variables, agents: { Puppet: hostile('puppet') } })
    const { terminalId } = await Shell.start(host)
    const thread = await host.startThread('Puppet')

    const asked = ['terminal/output', 'terminal/kill'].map(method => ({ ask: [method, { terminalId }] }))
    await thread.send(JSON.stringify(asked))

    await thread.until(() => thread.text.split('not found').length > 2)
    expect(await host.client.ownTerminals({ folder: host.workspace })).toMatchObject([{ state: 'running' }])
  })

  it('ends when its scratch folder is deleted', async () => {
    const host = await testHost({ variables })
    const thread = await host.startThread('Demo agent', { isScratch: true })
    const { folder } = (await host.client.listThreads({})).find(({ threadId }) => threadId === thread.threadId)!
    const shell = await Shell.start(host, folder)
    await shell.run('echo $$ > pid')
    await until(() => existsSync(join(folder, 'pid')) && readFileSync(join(folder, 'pid'), 'utf8').endsWith('\n'))
    const pid = readFileSync(join(folder, 'pid'), 'utf8').trim()

    await host.client.deleteThread({ threadId: thread.threadId })

    await until(() => !existsSync(folder))
    expect(existsSync(`/proc/${pid}`)).toBe(false)
  })
})
