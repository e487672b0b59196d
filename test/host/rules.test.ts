import type { Rule } from '../../src/shared/settings/rules'
import type { TestThread } from '../support/testThread'
import { existsSync } from 'node:fs'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openPermissions } from '../../src/shared/thread/selectors'
import { hostile } from '../support/scriptedAgent'
import { temporaryFolder } from '../support/temporaryFolder'
import { testHost, type TestHost } from '../support/testHost'

it('remembers "Always allow in this folder" across restarts until it is revoked', async () => {
  const host = await testHost()
  const thread = await host.startThread()
  await thread.ask('unasked', { answer: 'allow_folder' })

  const again = await host.restart()
  const other = await again.startThread()
  await other.ask('unasked', { answer: 'none' })
  expect(other.of('permission')).toHaveLength(0)

  const [rule] = await again.client.listRules({})
  expect(rule).toMatchObject({ agentName: 'Demo agent', folder: again.workspace, what: 'Run echo "Nobody asked you about me"' })
  await again.client.removeRule({ ruleId: rule!.ruleId })
  await other.send('unasked')
  await other.permission()
  await other.answer('deny')
  await other.turnEnd()
})

const options = [
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'always', name: 'Always', kind: 'allow_always' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
]
function ask(toolCall: object): unknown {
  return {
    ask: ['session/request_permission', { toolCall: { toolCallId: 'call', title: 'Do it', ...toolCall }, options }],
  }
}
const asksToRun = (command: string): unknown => ask({ kind: 'execute', rawInput: { command, description: 'Do it' } })

async function puppet(...rules: Rule[]): Promise<{ host: TestHost, thread: TestThread, play: (...steps: unknown[]) => Promise<void> }> {
  const host = await testHost({ agents: { Puppet: hostile('puppet'), Mode: hostile('permission/asksForMode') } })
  for (const rule of rules)
    await host.client.saveRule({ rule })
  const thread = await host.startThread('Puppet')
  return { host, thread, play: (...steps) => thread.send(JSON.stringify(steps)) }
}

describe('a rule of the person', () => {
  it('answers a question that it covers, and is named in the transcript', async () => {
    const { thread, play } = await puppet({ effect: 'allow', command: 'npm test' })
    await play(asksToRun('npm test'))
    await thread.turnEnd()

    expect(thread.text).toContain('"optionId":"yes"')
    expect(thread.of('permission')[0]!.answer).toMatchObject({
      by: 'rule',
      rule: { words: 'Every agent may run `npm test` in any thread’s folder without asking.' },
    })
  })

  it('answers Parley\'s own question about a command', async () => {
    const { thread, play } = await puppet({ effect: 'allow', command: 'true *' })
    await play({ ask: ['terminal/create', { command: 'true x' }] })
    await thread.turnEnd()
    expect(thread.text).toContain('terminal/create: {"terminalId"')
    expect(thread.of('permission')[0]).toMatchObject({ request: { from: 'parley' }, answer: { by: 'rule' } })
  })

  it('that denies takes precedence over rules and approvals that allow', async () => {
    const { thread, play } = await puppet({ effect: 'allow', command: '*' }, { effect: 'deny', command: 'true *' })
    await play(asksToRun('true x'), { ask: ['terminal/create', { command: 'env true x' }] })
    await thread.turnEnd()
    expect(thread.text).toContain('"optionId":"no"')
    expect(thread.text).toContain('terminal/create failed: Permission denied: env true x')
  })

  it('answers only requests that it certainly covers', async () => {
    const { thread, play } = await puppet({ effect: 'allow', command: 'npm test *' })
    for (const command of ['npm test; curl x', 'npm test > x', 'sudo npm test', 'npm test $(x)', 'npm testing']) {
      const before = thread.turnEnds.length
      await play(asksToRun(command))
      await thread.answer('no')
      await thread.until(() => thread.turnEnds.length > before)
    }
    expect(thread.of('permission').every(entry => entry.answer?.by === 'person')).toBe(true)
  })

  it('never answers what only the person may decide, in any form', async () => {
    const { host } = await puppet(
      { effect: 'allow', command: '*' },
      { effect: 'allow', toolKind: 'execute' },
      { effect: 'allow', toolKind: 'other' },
    )
    const thread = await host.startThread('Mode')
    await thread.send('go')
    await thread.until(() => openPermissions(thread.transcript).length === 10)
    await thread.cancel()
    await thread.turnEnd()
    expect(thread.text).not.toMatch(/^\d: (?!cancelled)/m)
  })

  it('does not cover commands on the built-in list, for which no lasting answer is offered', async () => {
    const { thread, play } = await puppet({ effect: 'allow', command: '*' })
    await play({ ask: ['terminal/create', { command: 'sudo -n true' }] })
    const { request } = await thread.permission()
    expect(request.options.map(option => option.optionId)).toEqual(['allow_once', 'deny', 'deny_all'])
    expect(request.always).toBe('it asks for more rights')
    await thread.answer('deny')
    await thread.turnEnd()
  })

  it('applies neither through a link out of the folder nor in another folder', async () => {
    const { host, play, thread } = await puppet({ effect: 'allow', command: '*' })
    const outside = temporaryFolder('parley-outside-')
    await writeFile(join(outside, 'kept'), '')
    await symlink(outside, join(host.workspace, 'link'))
    await mkdir(join(host.workspace, 'sub/.git/hooks'), { recursive: true })
    await symlink('sub/.git/hooks', join(host.workspace, 'harmless'))
    for (const command of ['cd link && rm -rf kept', 'rm -rf link/kept', 'env -C link rm -rf kept']) {
      const before = thread.turnEnds.length
      await play(asksToRun(command), { ask: ['terminal/create', { command }] })
      await thread.answer('no')
      await thread.answer('deny')
      await thread.until(() => thread.turnEnds.length > before)
    }
    const before = thread.turnEnds.length
    await play({ ask: ['terminal/create', { command: 'touch', args: ['pre-commit'], cwd: join(host.workspace, 'harmless') }] })
    await thread.answer('deny')
    await thread.until(() => thread.turnEnds.length > before)
    expect(existsSync(join(outside, 'kept'))).toBe(true)
    expect(existsSync(join(host.workspace, 'harmless/pre-commit'))).toBe(false)
  })

  it('ignores a call of an earlier turn with the same id', async () => {
    const { thread, play } = await puppet({ effect: 'allow', command: 'npm test' })
    await play(asksToRun('npm test'))
    await thread.turnEnd()
    await play(ask({ kind: 'execute' }))
    await thread.answer('no')
    await thread.until(() => thread.turnEnds.length === 2)
    expect(thread.of('permission').map(({ answer }) => answer?.by)).toEqual(['rule', 'person'])
  })

  it('does not cover a sibling folder whose path starts like the workspace', async () => {
    const { host, play, thread } = await puppet({ effect: 'allow', command: 'rm *' })
    const beside = `${host.workspace}\\evil` // a backslash is a letter here
    await play(asksToRun(`rm -rf '${beside}'`))
    await thread.answer('no')
    await thread.turnEnd()
    expect(thread.of('permission')[0]!.answer?.by).toBe('person')
  })

  it('that covers a script says that it lets the agent run any code', async () => {
    const { host, play, thread } = await puppet({ effect: 'allow', command: 'sh x.sh' }, { effect: 'allow', command: 'ls *' })
    await writeFile(join(host.workspace, 'x.sh'), 'true')
    for (const command of ['sh x.sh', 'ls x.sh']) {
      await play(asksToRun(command))
      await thread.until(() => thread.turnEnds.length === (command === 'ls x.sh' ? 2 : 1))
    }
    expect(thread.of('permission').map(({ answer }) => answer?.by)).toEqual(['rule', 'rule'])
    const decisions = await host.client.listDecisions({ limit: 10 })
    expect(decisions.map(({ what, grade }) => [what, grade]))
      .toEqual([['run a command: ls x.sh', 'plain'], ['run a command: sh x.sh', 'as_you']])
    expect(Object.values(await host.client.listRuleGrades({}))).toEqual(['Lets every agent run any code as you.'])
  })

  it('names in its answer and in the decision log how many files the agent changed since', async () => {
    const { host, thread } = await puppet({ effect: 'allow', command: 'sh x.sh' })
    const write = { ask: ['fs/write_text_file', { path: join(host.workspace, 'x.sh'), content: 'true' }] }
    const run = { ask: ['terminal/create', { command: 'sh x.sh' }] }
    await thread.ask(JSON.stringify([run, write, run]))
    const since = 'Puppet changed 1 file since'
    expect(thread.of('permission').map(({ answer }) => [answer?.by, answer?.since])).toEqual([['rule', undefined], ['rule', since]])
    const [last, first] = await host.client.listDecisions({ limit: 2 })
    expect(first!.why).not.toContain('since')
    expect(last!.why).toMatch(/without asking\.; Puppet changed 1 file since$/)

    await thread.ask(JSON.stringify([{ ask: ['terminal/create', { command: 'sh y.sh' }] }]), { answer: 'allow_thread' })
    await thread.ask(JSON.stringify([write, { ask: ['terminal/create', { command: 'sh y.sh' }] }]))
    const [remembered] = await host.client.listDecisions({ limit: 1 })
    expect([remembered!.by, remembered!.why]).toEqual(['remembered', `Allowed before, for this thread or folder; ${since}`])
  })

  it('covers changes of a file as a diff and as a patch, but not of another file', async () => {
    const { host, thread } = await puppet({ effect: 'allow', toolKind: 'edit', path: 'a.txt' })
    const path = join(host.workspace, 'a.txt')
    const diff = `Index: ${path}\n--- ${path}\n+++ ${path}\n@@ -0,0 +1 @@\n+one\n`
    const ask = (rawInput: object) => ({
      ask: ['session/request_permission', {
        toolCall: {
          toolCallId: 'c',
          title: 'edit',
          kind: 'edit',
          rawInput,
          content: [{ type: 'diff', path, oldText: '', newText: 'one\n' }],
        },
        options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }, { optionId: 'no', name: 'No', kind: 'reject_once' }],
      }],
    })
    await thread.ask(JSON.stringify([
      ask({ filepath: path, diff }),
      ask({ fileName: path, diff }),
      ask({ filepath: path, diff: diff.replace('+one', '+two') }),
      ask({ filepath: path, diff: diff.replaceAll('a.txt', 'b.txt') }),
      ask({ filepath: path, diff, more: 'x' }),
    ]), { answer: 'no' })
    expect(thread.of('permission').map(({ answer }) => answer?.by)).toEqual(['rule', 'rule', 'rule', 'person', 'person'])
  })

  it('does not fail on arguments that look like paths', async () => {
    const { host, thread } = await puppet({ effect: 'allow', command: 'true' })
    await writeFile(join(host.workspace, 'a.test.js'), '')
    const commands = ['npm test a.test.js', 'make -f Makefile test', `python3 -c '${'x'.repeat(300)}'`, 'node -e 1']
    await writeFile(join(host.workspace, 'Makefile'), '')
    await thread.ask(
      JSON.stringify(commands.flatMap(command => [asksToRun(command), { ask: ['terminal/create', { command }] }])),
      { answer: 'reject_once' },
    )
    expect(thread.of('permission').map(({ answer }) => answer?.by)).toEqual(Array.from({ length: 8 }, () => 'person'))
    expect(thread.text).not.toContain('Internal error')
  })

  it('for an additional folder applies there, and not in the thread\'s first folder', async () => {
    const host = await testHost({
      agents: {
        Puppet: hostile('puppet', { PUPPET_CAPABILITIES: JSON.stringify({ sessionCapabilities: { additionalDirectories: {} } }) }),
      },
    })
    const library = temporaryFolder('parley-library-')
    const thread = await host.startThread('Puppet', { additionalFolders: [library] })
    await host.client.saveRule({ rule: { effect: 'allow', folder: library, command: 'true *' } })
    await thread.send(
      JSON.stringify([
        { ask: ['terminal/create', { command: 'true x', cwd: library }] },
        { ask: ['terminal/create', { command: 'true x', cwd: host.workspace }] },
      ]),
    )
    await thread.answer('deny')
    await thread.turnEnd()
    expect(thread.of('permission').map(({ answer }) => answer?.by)).toEqual(['rule', 'person'])
  })

  it('that denies a path denies it through a link, too', async () => {
    const { host, thread, play } = await puppet({ effect: 'deny', toolKind: 'edit', path: 'kept/**' })
    await mkdir(join(host.workspace, 'kept'))
    await symlink(join(host.workspace, 'kept'), join(host.workspace, 'link'))
    const write = (name: string): unknown => ({ ask: ['fs/write_text_file', { path: join(host.workspace, name), content: 'x' }] })
    await play(write('link/a'), write('b'))
    await thread.turnEnd()
    expect(existsSync(join(host.workspace, 'kept/a'))).toBe(false)
    expect(existsSync(join(host.workspace, 'b'))).toBe(true)
    expect(thread.text).toContain('fs/write_text_file failed: Permission denied')
  })

  it.skipIf(process.platform === 'win32')('with a star covers neither paths outside the folder nor risky options', async () => {
    const stars = ['cat *', 'git diff *', 'npm test *', 'tee *'].map((command): Rule => ({ effect: 'allow', command }))
    const { host, thread, play } = await puppet(...stars)
    const outside = temporaryFolder('parley-outside-')
    await mkdir(join(host.workspace, '.git/hooks'), { recursive: true })
    await symlink(outside, join(host.workspace, 'link'))
    await symlink('.git/hooks/pre-commit', join(host.workspace, 'harmless'))
    await writeFile(join(host.workspace, 'a'), '')
    const attacks = [
      'cat /etc/hosts',
      'cat link/kept',
      `cat /proc/${process.pid}/environ`,
      'cat ~/.config/gh/hosts.yml',
      'cat ../a',
      'cat a link/kept',
      'cd link && cat kept',
      'tee harmless',
      'git diff --output=a',
      'git diff --no-index a a',
      'git diff a link/kept',
      'npm test --node-options=--require=./x.cjs',
    ]
    await play(...attacks.map(command => ({ ask: ['terminal/create', { command }] })))
    for (const _ of attacks)
      await thread.answer('deny')
    await thread.turnEnd()
    await play({ ask: ['terminal/create', { command: 'cat a' }] }, { ask: ['terminal/create', { command: 'cat', args: ['./a'] }] })
    await thread.until(() => thread.turnEnds.length === 2)
    expect(thread.of('permission').map(({ answer }) => answer?.by)).toEqual([...attacks.map(() => 'person'), 'rule', 'rule'])
  })

  it.skipIf(process.platform === 'win32')('that denies a path denies commands that name it, even through a link', async () => {
    const { host, thread, play } = await puppet({ effect: 'allow', command: '*' }, { effect: 'deny', path: 'kept/**' })
    await mkdir(join(host.workspace, 'kept'))
    await symlink('kept/a', join(host.workspace, 'harmless'))
    await writeFile(join(host.workspace, 'kept/a'), '')
    const denied = ['cat kept/a', 'cat harmless', 'tail --bytes=1 -- ./harmless', 'cd kept && cat a']
    await play(...denied.map(command => ({ ask: ['terminal/create', { command }] })))
    await thread.turnEnd()
    expect(thread.text.match(/terminal\/create failed: Permission denied/g)).toHaveLength(denied.length)
  })

  it('answers open questions that it covers as soon as it is saved', async () => {
    const { host, thread, play } = await puppet()
    await play(
      { ...asksToRun('true a') as object, inBackground: true },
      { ask: ['terminal/create', { command: 'true b' }], inBackground: true },
      { ...asksToRun('sudo true') as object, inBackground: true },
      { untilDone: true },
    )
    await thread.until(() => openPermissions(thread.transcript).length === 3)
    await host.client.saveRule({ rule: { effect: 'allow', command: 'true *' } })
    expect(openPermissions(thread.transcript)).toHaveLength(1)
    await host.client.saveRule({ rule: { effect: 'deny', command: 'sudo *' } })
    await thread.turnEnd()

    expect(thread.of('permission').map(({ answer }) => answer?.by)).toEqual(['rule', 'rule', 'rule'])
    expect(thread.text.match(/"selected","optionId":"\w+"/g)?.sort()).toEqual(['"selected","optionId":"no"', '"selected","optionId":"yes"'])
    expect(thread.text).toContain('terminal/create: {"terminalId"')
    const decisions = await host.client.listDecisions({ limit: 10 })
    expect(decisions.map(({ by, ruleId }) => [by, ruleId])).toEqual([['rule', 2], ['rule', 1], ['rule', 1]])
  })

  it('is rejected if it is invalid, and no longer applies once it is removed', async () => {
    const { host, thread, play } = await puppet({ effect: 'allow', command: 'npm test' })
    await expect(host.client.saveRule({ rule: { effect: 'allow', command: 'a && b' } })).rejects.toMatchObject({ code: 'invalid_params' })
    await expect(host.client.saveRule({ ruleId: 99, rule: { effect: 'allow', command: 'a' } })).rejects.toMatchObject({ code: 'not_found' })
    const [rule] = await host.client.listWrittenRules({})
    await host.client.removeWrittenRule({ ruleId: rule!.ruleId })

    await play(asksToRun('npm test'))
    await thread.answer('no')
    await thread.turnEnd()
  })

  it('is described before it is saved', async () => {
    const { host } = await puppet()
    const check = (command: string, example: string) =>
      host.client.checkRule({ rule: { effect: 'allow', command, folder: '/home/me/app' }, example })
    expect(await check('npm test', 'npm test')).toMatchObject({
      words: 'Every agent may run `npm test` in /home/me/app without asking.',
      example: 'This would be allowed without asking.',
    })
    expect((await check('npm run *', 'npm run x > x')).example).toBe('You would be asked: it redirects to a file.')
    expect((await check('npm run *', 'sudo npm run x')).example).toBe('You would be asked: it asks for more rights.')
    expect((await check('npm run *', 'ls')).example).toBe('You would be asked: it is not `npm run *`.')
    expect((await check('npm run *', 'npm run x; ls')).example).toBe('You would be asked: `ls` needs a rule of its own.')
    expect((await check('cat *', 'cat -n a')).example).toBe('You would be asked: -n is an option.')
    expect((await check('cat *', 'cat ../x')).example).toBe('You would be asked: ../x is outside the folder.')
    expect((await check('cat *', 'cat "~/x"')).example).toBe('You would be asked: ~/x may lie outside the folder.')
    expect((await check('cat *', 'cat $X')).example).toBe('You would be asked: only the shell knows what $X stands for.')
    expect((await check('npm run *', 'npm run x')).warning).toBe('This allows every script in package.json, by whatever name.')
    expect((await check('npm *', 'npm x')).fault).toMatch(/^npm runs scripts/)
  })
})

it('a test of the rules shows which one applies to each command of a line', async () => {
  const { host } = await puppet()
  const { workspace: folder } = host
  await host.client.saveRule({ rule: { effect: 'allow', command: 'npm test', folder } })
  await host.client.saveRule({ rule: { effect: 'deny', command: 'npm publish *' } })
  const attempt = (commandLine: string) => host.client.tryRules({ agentId: 'any', folder, commandLine })
  expect(await attempt('npm test && git push')).toMatchObject({
    outcome: 'asked',
    parts: [{ text: 'npm test', outcome: 'allowed', rule: { words: `Every agent may run \`npm test\` in ${folder} without asking.` } }, {
      text: 'git push',
      outcome: 'asked',
    }],
  })
  expect(await attempt('npm publish --tag x')).toMatchObject({ outcome: 'denied', parts: [{ outcome: 'denied' }] })
  expect(await attempt('sudo npm test')).toMatchObject({ outcome: 'asked', why: 'it asks for more rights' })
  expect(await host.client.tryRules({ agentId: 'any', commandLine: 'npm test' })).toMatchObject({ outcome: 'asked' })
})

describe('the form for a rule', () => {
  it('judges an example like a request, by real paths and after a leading cd', async () => {
    const { host } = await puppet()
    const outside = temporaryFolder('parley-outside-')
    await mkdir(join(host.workspace, 'sub'))
    await symlink(outside, join(host.workspace, 'link'))
    const check = async (command: string, example: string): Promise<string | undefined> =>
      (await host.client.checkRule({ rule: { effect: 'allow', command, folder: host.workspace }, example })).example
    expect(await check('git status', 'cd sub && git status')).toBe('This would be allowed without asking.')
    expect(await check('git status', 'cd link && git status')).toMatch(/^You would be asked: it goes to link/)
    expect(await check('cat *', 'cat sub/a')).toBe('This would be allowed without asking.')
    expect(await check('cat *', 'cat link/a')).toBe('You would be asked: link/a is outside the folder.')
  })

  it('shows by samples what a star covers and what widening it would permit', async () => {
    const { host } = await puppet()
    const check = (rule: Omit<Rule, 'effect'>) => host.client.checkRule({ rule: { effect: 'allow', ...rule } })
    const outcomes = async (rule: Omit<Rule, 'effect'>): Promise<string[]> =>
      (await check(rule)).samples.map(({ text, outcome }) => `${text}: ${outcome}`)

    expect(await outcomes({ command: 'cat *' })).toEqual([
      'cat src/a.ts: allowed',
      'cat -n: asked',
      'cat /etc/passwd: asked',
      'cat .env: asked',
      'cat src/a.ts && npm publish: asked',
      'cat src/a.ts > out.txt: asked',
    ])
    expect(await outcomes({ command: 'git *', anyOption: true, anyPlace: true })).toEqual([
      'git log src/a.ts: allowed',
      'git log --output=src/main.ts: allowed',
      'git diff --no-index /etc/passwd x: allowed',
      'git push --force: asked',
      'git log src/a.ts && npm publish: asked',
      'git log src/a.ts > out.txt: asked',
    ])
    expect(await outcomes({ command: 'cat *', anyPlace: true })).toContain('cat /etc/passwd: allowed')
    expect(await outcomes({ command: 'npm test' })).toEqual([
      'npm test: allowed',
      'npm test --node-options=--require=./x.cjs: asked',
      'npm test && npm publish: asked',
      'npm test > out.txt: asked',
    ])
    expect((await check({ command: 'git diff *' })).widening).toEqual({
      needsBoth: undefined,
      anyOption: 'Then `git diff --output=src/main.ts` runs unasked, which overwrites that file.',
      anyPlace: 'Then `git diff /etc/passwd` runs unasked, and so with other places.',
    })
    expect(await check({ command: 'make test *' })).toMatchObject({ fault: expect.stringMatching(/^make takes words/), samples: [] })
    expect((await check({ command: 'make test *' })).widening?.needsBoth).toBe('make')
    expect((await check({ command: 'git *', anyOption: true })).fault).toMatch(/ Tick the other box too\.$/)
    expect((await check({ command: 'make test *', anyOption: true, anyPlace: true })).warning).toMatch(/^This allows more than its words/)
    const denied = await host.client.checkRule({ rule: { effect: 'deny', command: 'rm *' } })
    expect(denied.samples[0]).toEqual({ text: 'rm src/a.ts', outcome: 'denied' })
  })
})

describe('the audit log', () => {
  it('has each request once, with the person or the rule that decided', async () => {
    const { host, thread, play } = await puppet({ effect: 'allow', command: 'npm test' })
    await play(asksToRun('npm test'), asksToRun('npm start'), { ask: ['terminal/create', { command: 'npm start' }] })
    await thread.answer('yes')
    await thread.turnEnd()

    const decisions = await host.client.listDecisions({ threadId: thread.threadId, limit: 10 })
    expect(decisions.map(({ what, outcome, by, ruleId }) => ({ what, outcome, by, ruleId }))).toEqual([
      { what: 'run a command: npm start', outcome: 'allowed', by: 'person', ruleId: undefined },
      { what: 'run a command: npm test', outcome: 'allowed', by: 'rule', ruleId: 1 },
    ])
    expect(decisions.every(({ factsHash }) => /^[0-9a-f]{64}$/.test(factsHash))).toBe(true)
    expect(await host.client.listDecisions({ search: 'NPM START', limit: 10 })).toHaveLength(1)
    expect(await host.client.listDecisions({ before: decisions[0]!.decisionId, limit: 10 })).toHaveLength(1)
    expect(await host.client.listDecisions({ agentId: 'nobody', limit: 10 })).toHaveLength(0)
  })

  it('has the reason of a cancellation, and is deleted with its thread', async () => {
    const { host, thread, play } = await puppet()
    await play({ ...asksToRun('npm test') as object, inBackground: true }, { untilCancelled: true })
    await thread.permission()
    await thread.cancel()
    await thread.turnEnd()
    expect(await host.client.listDecisions({ limit: 10 })).toMatchObject([{ outcome: 'cancelled', by: 'turn', threadId: thread.threadId }])

    await host.client.deleteThread({ threadId: thread.threadId })
    expect(await host.client.listDecisions({ limit: 10 })).toEqual([])
  })

  it('has the decision before the agent gets the answer', async () => {
    const { host, thread, play } = await puppet()
    await play(asksToRun('npm test'))
    await thread.answer('yes')
    expect(await host.client.listDecisions({ limit: 10 })).toMatchObject([{ outcome: 'allowed', by: 'person', why: 'Yes (allow_once)' }])
    await thread.turnEnd()
  })
})
