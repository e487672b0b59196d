import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { noBubblewrap } from '../support/bubblewrap'
import { hostile } from '../support/scriptedAgent'
import { temporaryFolder } from '../support/temporaryFolder'
import { testHost } from '../support/testHost'
import { attacked, untouched } from './hostile/attacked'
import { sandboxed } from './sandboxed'

/** A server on this machine that sends `words` to any client. */
async function listeningPort(words: string): Promise<number> {
  const server = createServer(socket => socket.end(words)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

describe('a command in a sandbox', () => {
  it('can do only what the policy allows, however it tries', async ({ skip }) => {
    skip(noBubblewrap !== undefined, noBubblewrap)
    const port = await listeningPort('')
    const key = join(homedir(), '.ssh/parley-test-key')
    mkdirSync(join(homedir(), '.ssh'), { recursive: true, mode: 0o700 })
    writeFileSync(key, 'key')
    onTestFinished(() => rmSync(key))
    process.env.PARLEY_TEST_TOKEN = process.env.SOME_TOKEN = 'canary'
    onTestFinished(() => {
      delete process.env.PARLEY_TEST_TOKEN
      delete process.env.SOME_TOKEN
    })

    const { report, left, root, thread } = await attacked<Record<string, string>>('terminal/escapesSandbox', 'allow_once', {
      env: { PORT: String(port) },
      prepare: (host, { threadId }) => host.client.setSandbox({ threadId, rules: { network: false, write: [] } }),
    })

    const may = [
      'writes in its folder',
      'commits',
      'has a folder for temporary files',
      'leaves something running',
      'makes what runs later',
      'leaves steps of a rebase',
    ]
    expect(
      Object.entries(report).filter(([name, answer]) => (may.includes(name) ? !/\bin$/.test(answer) : /\bout\b/.test(answer))),
    ).toEqual([])
    expect(Object.keys(report)).toHaveLength(23)
    expect(left).toEqual(untouched)
    expect(existsSync(join(root, 'made'))).toBe(true)
    expect(
      execFileSync('ps', ['-eo', 'args='], { encoding: 'utf8' })
        .split('\n')
        .filter(line => line.startsWith('sleep 7654323')),
    ).toEqual([])
    // The creation of a missing file cannot be prevented, but it is reported.
    await thread.until(() => thread.text.includes(join(root, '.envrc')) && thread.text.includes(join(root, '.git/rebase-merge')))
    expect(thread.of('notice').map(({ notice }) => notice.title)).toContain(
      'While a command ran in the sandbox, something was made or changed that can run code later, outside the sandbox',
    )
  }, 60_000)

  it('shows denied accesses in its terminal, even after a restart', async ({ skip }) => {
    skip(noBubblewrap !== undefined, noBubblewrap)
    const { thread, host, run } = await sandboxed()

    const terminalId = await run('touch /usr/x; exec 3<>/dev/tcp/192.0.2.1/80')

    expect(await thread.terminal(terminalId)).toMatchObject({ state: 'exited', sandbox: { network: false, denied: ['write', 'network'] } })
    const reopened = await (await host.restart()).openThread(thread.threadId)
    expect(await reopened.terminal(terminalId)).toMatchObject({ sandbox: { denied: ['write', 'network'] } })
  })

  it('may write and use the network only where the person allows it', async ({ skip }) => {
    skip(noBubblewrap !== undefined, noBubblewrap)
    const elsewhere = join(homedir(), '.parley-test-cache')
    mkdirSync(elsewhere, { recursive: true })
    onTestFinished(() => rmSync(elsewhere, { recursive: true }))
    const port = await listeningPort('hello from the host\n')
    const { thread, run } = await sandboxed({ network: true, write: [elsewhere, '/no/such/folder'] })

    const terminalId = await run(`touch ${elsewhere}/made; cat </dev/tcp/127.0.0.1/${port}`)

    expect(existsSync(join(elsewhere, 'made'))).toBe(true)
    expect(await thread.terminal(terminalId)).toMatchObject({ output: 'hello from the host\r\n', sandbox: { network: true, denied: [] } })
  })

  it('cannot connect to other programs\' sockets outside its folder', async ({ skip }) => {
    skip(noBubblewrap !== undefined, noBubblewrap)
    const { host, run, thread } = await sandboxed()
    const elsewhere = mkdtempSync(join(homedir(), '.parley-test-'))
    onTestFinished(() => rmSync(elsewhere, { recursive: true }))
    const paths = [join(elsewhere, 'theirs'), join(host.workspace, 'own')]
    for (const path of paths) {
      const server = createServer(socket => socket.end()).listen(path)
      await once(server, 'listening')
      onTestFinished(() => void server.close())
    }
    const report = '.on(\'connect\', () => console.log(\'reached \' + path)).on(\'error\', () => console.log(\'not \' + path))'
    const program = `for (const path of ${JSON.stringify(paths)}) net.connect(path)${report}`

    // The folder of the tests' own program, such as below `/tmp`, may be hidden there.
    copyFileSync(process.execPath, join(host.workspace, 'node'))
    const terminalId = await run(`./node -e "${program.replaceAll('"', '\\"')}"`)

    const output = (await thread.terminal(terminalId))!.output
    expect(output).toContain(`not ${paths[0]}`)
    expect(output).toContain(`reached ${paths[1]}`)
  })

  it('is asked about as sandboxed; a permission for it does not apply without the sandbox', async ({ skip }) => {
    skip(noBubblewrap !== undefined, noBubblewrap)
    const { host, thread } = await sandboxed()
    const run = (command: string) => thread.send(JSON.stringify([{ ask: ['terminal/create', { command }] }]))
    await thread.send(
      JSON.stringify([
        {
          ask: [
            'session/request_permission',
            {
              toolCall: { toolCallId: 'c', title: 'Run', kind: 'execute', rawInput: { command: 'ls' } },
              options: [{ optionId: 'no', name: 'No', kind: 'reject_once' }],
            },
          ],
        },
      ]),
    )
    expect((await thread.permission()).request).toMatchObject({ from: 'agent', sandbox: { network: false } })
    await thread.answer('no')
    await thread.turnEnd()
    await run('true 1')
    expect((await thread.permission()).request).toMatchObject({ subject: { sandbox: { network: false } } })
    await thread.answer('allow_folder')
    await thread.until(() => thread.turnEnds.length === 2)
    await thread.ask(JSON.stringify([{ ask: ['terminal/create', { command: 'true 2' }] }]), { answer: 'allow_thread' })
    await thread.ask(JSON.stringify(['true 1', 'true 3'].map(command => ({ ask: ['terminal/create', { command }] }))), { answer: 'none' })
    expect(thread.of('permission')).toHaveLength(3)
    expect((await host.client.listRules({}))[0]).toMatchObject({ what: 'Run true 1', detail: `in ${host.workspace}, in the sandbox` })

    await host.client.setSandbox({ threadId: thread.threadId })
    for (const command of ['true 1', 'true 3']) {
      const before = thread.turnEnds.length
      await run(command)
      const { request } = await thread.permission()
      expect(request.subject).not.toHaveProperty('sandbox')
      await thread.answer('deny')
      await thread.until(() => thread.turnEnds.length > before)
    }
  })

  it('can be allowed by a rule that applies only in the sandbox', async ({ skip }) => {
    skip(noBubblewrap !== undefined, noBubblewrap)
    const { host, thread } = await sandboxed()
    await host.client.saveRule({ rule: { effect: 'allow', command: 'sh *', sandbox: true } })
    const script = { ask: ['terminal/create', { command: 'sh x.sh --more' }] }
    const own = {
      toolCall: { toolCallId: 'c', title: 'Run', kind: 'execute', rawInput: { command: 'sh x.sh' } },
      options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }, { optionId: 'no', name: 'No', kind: 'reject_once' }],
    }
    await thread.ask(JSON.stringify([script, { ask: ['session/request_permission', own] }]), { answer: 'no' })
    expect(thread.of('permission').map(({ answer }) => answer?.by)).toEqual(['rule', 'person'])
    expect((await host.client.listDecisions({ limit: 10 })).map(({ outcome, grade }) => [outcome, grade]))
      .toEqual([['denied', undefined], ['allowed', 'sandbox']])
    await host.client.setSandbox({ threadId: thread.threadId })
    await thread.ask(JSON.stringify([script]), { answer: 'deny' })
    expect(thread.of('permission').at(-1)?.answer?.by).toBe('person')
  })

  it('that only reads is first run in a read-only sandbox, and asked about once it failed there', async ({ skip }) => {
    skip(noBubblewrap !== undefined, noBubblewrap)
    const { host, thread, run } = await sandboxed({ network: true, write: [] })
    await host.client.setReadOnlyCommands({ isOn: true })
    writeFileSync(join(host.workspace, 'a.ts'), 'needle\n')
    writeFileSync(join(host.workspace, 'vault.yml'), 'needle')
    writeFileSync(join(host.workspace, '.dev.vars'), 'X=1 needle')
    execFileSync('git', ['init', '-q'], { cwd: host.workspace })
    const output = async (command: string): Promise<string> => (await thread.terminal(await run(command)))!.output
    expect(await output('grep -rs needle .')).toBe('./a.ts:needle\r\n')
    expect(await output('git status --porcelain a.ts')).toBe('?? a.ts\r\n')
    const elsewhere = mkdtempSync(join(homedir(), 'parley-test-'))
    onTestFinished(() => rmSync(elsewhere, { recursive: true }))
    writeFileSync(join(elsewhere, 'mine'), 'needle')
    expect(await output(`grep -rs needle ${elsewhere} a.ts`), 'nothing of the home').toBe('a.ts:needle\r\n')
    const wrong = 'sed -i s/needle/thread/ a.ts'
    expect(await output(wrong)).toMatch(/Read-only file system/)
    expect(thread.of('permission').map(({ answer }) => answer?.readOnly)).toEqual([true, true, true, true])
    await thread.ask(JSON.stringify([{ ask: ['terminal/create', { command: wrong }] }]), { answer: 'allow_once' })
    expect(thread.of('permission').slice(4)).toMatchObject([{ answer: { by: 'person' } }])
    await expect.poll(() => readFileSync(join(host.workspace, 'a.ts'), 'utf8')).toBe('thread\n')
    const last = [...thread.text.matchAll(/"terminalId":"([^"]+)"/g)].map(([, id]) => id!)
    const networks = await Promise.all(last.map(async id => (await thread.terminal(id))?.sandbox?.network))
    expect(networks, 'closed where it is tried').toEqual([false, false, false, false, true])
  })

  it('finds build inputs, but no tokens or secrets', async ({ skip }) => {
    skip(noBubblewrap !== undefined, noBubblewrap)
    const { host, thread, run } = await sandboxed()
    const files = {
      '.npmrc': 'registry=https://registry.npmjs.org/\n//x/:_authToken=${NPM_TOKEN}\n',
      'sub/.npmrc': '//registry.npmjs.org/:_authToken=abcdefgh\n',
      '.env': 'LEVEL=3\n',
      'sub/.env': 'API_KEY=abcdefgh\n',
      'terraform.tfstate': '{}',
    }
    mkdirSync(join(host.workspace, 'sub'))
    Object.entries(files).forEach(([name, text]) => writeFileSync(join(host.workspace, name), text))
    await thread.ask(JSON.stringify([{ ask: ['terminal/create', { command: 'true' }] }]), { answer: 'allow_thread' })
    const found = async (command: string): Promise<string> => (await thread.terminal(await run(command)))!.output.trim()
    const readable = Object.keys(files).map(name => `cat ${name} > /dev/null 2>&1 && echo ${name}`).join('; ')
    // A script that reads the names is allowed, even if one of them is always asked about.
    writeFileSync(join(host.workspace, 'look.sh'), readable)
    expect(await found('sh look.sh')).toBe('.npmrc\r\n.env')
  })

  it('is offered once per thread, to known agents whose commands Parley runs', async ({ skip }) => {
    skip(noBubblewrap !== undefined, noBubblewrap)
    const { command, args, env } = hostile('puppet')
    const kimi = join(temporaryFolder('parley-kimi-'), 'kimi')
    writeFileSync(kimi, `#!/bin/sh\nexec '${command}' '${args[0]}'\n`, { mode: 0o755 })
    const host = await testHost({ agents: { Kimi: { command: kimi, args: ['acp'], env }, Puppet: hostile('puppet') } })
    const thread = await host.startThread('Kimi')
    const run = (command: string) => JSON.stringify([{ ask: ['terminal/create', { command }] }])
    const offered = (): string[] => thread.of('permission').at(-1)!.request.options.map(({ optionId }) => optionId)
    await thread.ask(run('true 1'), { answer: 'allow_thread_in_sandbox' })
    expect(offered()[0]).toBe('allow_thread_in_sandbox')
    await thread.ask(run('true 2'))
    const [first, second] = [...thread.text.matchAll(/"terminalId":"([^"]+)"/g)].map(([, id]) => id!)
    expect(await Promise.all([first, second].map(async id => (await thread.terminal(id!))?.sandbox?.network))).toEqual([false, false])
    expect(thread.of('permission')).toHaveLength(1)
    await host.client.setSandbox({ threadId: thread.threadId })
    await thread.ask(run('true 2'), { answer: 'deny' })
    expect(offered(), 'once in a thread').not.toContain('allow_thread_in_sandbox')

    const own = await host.startThread('Kimi')
    const asked = {
      toolCall: { toolCallId: 'c', title: 'Run', kind: 'execute', rawInput: { command: 'true 3' } },
      options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }, { optionId: 'no', name: 'No', kind: 'reject_once' }],
    }
    await own.send(JSON.stringify([{ ask: ['session/request_permission', asked] }, { ask: ['terminal/create', { command: 'true 3' }] }]))
    const { request } = await own.permission()
    expect(request.own).toEqual({ thread: true, sandbox: true })
    await host.client.answerPermission({
      threadId: own.threadId,
      requestId: request.requestId,
      optionId: 'yes',
      scope: 'thread_in_sandbox',
    })
    await own.turnEnd()
    const [terminalId] = [...own.text.matchAll(/"terminalId":"([^"]+)"/g)].map(([, id]) => id!)
    expect((await own.terminal(terminalId!))?.sandbox).toMatchObject({ network: false })

    const other = await host.startThread('Puppet')
    await other.ask(run('true 1'), { answer: 'deny' })
    expect(other.of('permission')[0]!.request.options.map(({ optionId }) => optionId)[0]).toBe('allow_once')
  })

  it('that the sandbox stopped can be rerun outside, once', async ({ skip }) => {
    skip(noBubblewrap !== undefined, noBubblewrap)
    const { host, thread, run } = await sandboxed()
    const elsewhere = mkdtempSync(join(homedir(), 'parley-test-'))
    onTestFinished(() => rmSync(elsewhere, { recursive: true }))
    const command = `touch ${elsewhere}/made`
    await thread.ask(JSON.stringify([{ ask: ['terminal/create', { command: 'true' }] }]), { answer: 'allow_thread' })
    const inside = await run('true')
    const terminalId = await run(command)
    const outside = (terminalId: string) => host.client.runOutside({ threadId: thread.threadId, terminalId })
    expect(existsSync(join(elsewhere, 'made'))).toBe(false)
    await expect(outside(inside)).rejects.toThrow('Only what the sandbox stopped')
    await outside(terminalId)
    await expect.poll(() => existsSync(join(elsewhere, 'made'))).toBe(true)
    await expect(outside(terminalId)).rejects.toThrow('once')
    expect((await host.client.listDecisions({ limit: 1 }))[0])
      .toMatchObject({ outcome: 'allowed', by: 'person', why: 'Run once outside the sandbox', grade: 'plain' })
    await host.client.saveRule({ rule: { effect: 'deny', command: 'touch *' } })
    await thread.ask(JSON.stringify([{ ask: ['terminal/create', { command }] }]))
    expect(thread.text).toContain('Permission denied')
  })

  it('is ended with SIGTERM, then with SIGKILL', async ({ skip }) => {
    skip(noBubblewrap !== undefined, noBubblewrap)
    const { host, thread } = await sandboxed()
    const { workspace } = host
    await thread.send(
      JSON.stringify([
        { ask: ['terminal/create', { command: 'trap "touch left-in-time; exit 3" TERM; touch ready; while :; do sleep 0.05; done' }] },
        {
          ask: [
            'terminal/create',
            { command: 'trap "" TERM HUP; setsid sh -c \'trap "" TERM; touch ready2; sleep 7654324\' & while :; do sleep 7654324; done' },
          ],
        },
      ]),
    )
    await thread.answer('allow_once')
    await thread.until(() => existsSync(join(workspace, 'ready')))
    await thread.answer('allow_once')
    await thread.until(() => existsSync(join(workspace, 'ready')) && existsSync(join(workspace, 'ready2')))
    const ids = [...thread.text.matchAll(/"terminalId":"([^"]+)"/g)].map(([, id]) => id!)

    const startedAt = performance.now()
    for (const terminalId of ids)
      await host.client.killTerminal({ threadId: thread.threadId, terminalId })

    await thread.until(async () => (await Promise.all(ids.map(id => thread.terminal(id)))).every(view => view?.state === 'killed'))
    expect(performance.now() - startedAt).toBeLessThan(9_000)
    expect(existsSync(join(workspace, 'left-in-time'))).toBe(true)
    expect(execFileSync('ps', ['-eo', 'args='], { encoding: 'utf8' })).not.toContain('sleep 7654324\n')
  })

  it('reports a missing program as not found', async ({ skip }) => {
    skip(noBubblewrap !== undefined, noBubblewrap)
    const { thread } = await sandboxed()

    await thread.ask(JSON.stringify([{ ask: ['terminal/create', { command: 'no-such-program', args: ['x'] }] }]))

    expect(thread.text).toContain('"no-such-program" was not found')
  })

  it('is neither run nor asked about while settings.json cannot be read', async () => {
    const host = await testHost({ agents: { Puppet: hostile('puppet') } })
    const thread = await host.startThread('Puppet')
    await thread.until(() => thread.summary.activity.state === 'ready')
    writeFileSync(
      join(host.dataFolder, 'settings.json'),
      `{ "agent_servers": ${JSON.stringify({ Puppet: hostile('puppet') })}, "sandboxed_folders": { "${host.workspace}": {} `,
    )
    await expect
      .poll(() =>
        host.client.readSandbox({ threadId: thread.threadId }).then(
          () => 'read',
          (error: Error) => error.message,
        ),
      )
      .toContain('settings.json cannot be read')

    await thread.ask(JSON.stringify([{ ask: ['terminal/create', { command: 'touch made' }] }]))

    expect(thread.text).toContain('terminal/create failed: Failed to start terminal: settings.json cannot be read')
    expect(thread.of('permission')).toEqual([])
    expect(existsSync(join(host.workspace, 'made'))).toBe(false)
  })
})

it('the sandbox of a folder can be set up, read and removed', async ({ skip }) => {
  skip(noBubblewrap !== undefined, noBubblewrap)
  const { host, thread } = await sandboxed({ network: true, write: ['/var/cache'] })
  const { threadId } = thread

  expect(await host.client.readSandbox({ threadId })).toEqual({
    folder: host.workspace,
    isOn: true,
    network: true,
    write: ['/var/cache'],
    availability: { works: true },
  })
  expect(await host.client.setSandbox({ threadId })).toMatchObject({ isOn: false })
  expect(await host.client.readSandbox({ threadId })).toMatchObject({ isOn: false, network: false })
})
