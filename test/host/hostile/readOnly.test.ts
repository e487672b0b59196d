import type { JsonObject } from '../../agents/scripted/wire'
import { execFileSync } from 'node:child_process'
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openPermissions } from '../../../src/shared/thread/selectors'
import { hostile } from '../../support/scriptedAgent'
import { testHost } from '../../support/testHost'

const text = (said: string) => ({ type: 'content', content: { type: 'text', text: said } })
let calls = 0
function ask(call: JsonObject): JsonObject {
  return {
    ask: ['session/request_permission', {
      toolCall: { toolCallId: `call-${++calls}`, kind: 'execute', title: 'Bash', ...call },
      options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }, { optionId: 'no', name: 'No', kind: 'reject_once' }],
    }],
  }
}
const asks = (command: string): JsonObject => ask({ rawInput: { command } })
const run = (command: string, more: JsonObject = {}): JsonObject => ({ ask: ['terminal/create', { command, ...more }] })

it.skipIf(process.platform === 'win32')('runs unasked only commands that read, checked again when they start', async () => {
  const host = await testHost({ agents: { Hostile: hostile('puppet') } })
  const { client, workspace } = host
  const at = (name: string): string => join(workspace, name)
  await writeFile(at('notes'), 'notes\n')
  await writeFile(at('.env'), 'KEY=1\n')
  await mkdir(at('sub'))
  execFileSync('git', ['init', '-q'], { cwd: workspace })
  await writeFile(at('evil'), `#!/bin/sh\ntouch ${at('made')}\n`, { mode: 0o755 })
  await writeFile(at('ls'), `#!/bin/sh\ntouch ${at('made')}\n`, { mode: 0o755 })
  const thread = await host.startThread('Hostile')

  /** Questions to the person during the steps; all of them are denied. */
  const asked = async (...steps: JsonObject[]): Promise<string[]> => {
    const shown = new Map<string, string>()
    const ends = thread.turnEnds.length
    await thread.send(JSON.stringify(steps))
    await thread.until(async () => {
      for (const { request } of openPermissions(thread.transcript).filter(({ request }) => !shown.has(request.requestId))) {
        const { requestId, subject, toolCall } = request
        shown.set(requestId, subject?.kind === 'command' ? subject.commandLine : JSON.stringify(toolCall.rawInput ?? toolCall.title))
        await thread.answer(request.from === 'agent' ? 'no' : 'deny', request.requestId)
      }
      return thread.turnEnds.length > ends
    })
    return [...shown.values()]
  }

  // The change may come a moment after the question was checked; then the open question says so.
  const isNoticed = async (): Promise<boolean> => {
    const swap = { ...asks('cat notes'), inBackground: true }
    const update = { sessionUpdate: 'tool_call_update', toolCallId: `call-${calls}`, rawInput: { command: './evil' } }
    const shown = await asked(swap, { update }, { untilDone: true })
    expect(shown, 'whenever it came').toHaveLength(1)
    return /changed it/.test(thread.of('permission').at(-1)!.request.always ?? '')
  }
  let tries = 0
  while (!await isNoticed())
    expect(++tries, 'changed while it was looked at').toBeLessThan(30)
  expect(await asked(asks('cat notes')), 'before the person turned it on').toHaveLength(1)
  await client.setReadOnlyCommands({ isOn: true })

  expect(await asked(asks('cat notes'), run('cat notes'), run('ls'), run('pwd'))).toEqual([])
  expect(thread.transcript.entries.at(-1)).toMatchObject({ kind: 'turn-end', unasked: { reads: 3 } })
  expect(await asked(
    ask({ rawInput: { command: 'cat notes' }, title: '`rm -rf notes`' }),
    ask({ title: 'Requesting approval to Running: cat no…' }),
    ask({ rawInput: { command: 'cat notes', cwd: '/' } }),
    ask({ rawInput: { command: 'cat notes', file_path: '/etc/passwd' } }),
    ask({ rawInput: { command: 'cat notes' }, content: [text('{"command":"cat .env"}')] }),
    asks('cat .env'),
    asks('cat n\u043Etes\u200B'),
    asks('cat notes; ./evil'),
  )).toHaveLength(8)
  const planted = [
    run('./ls'),
    run('cat notes', { env: [{ name: 'LD_PRELOAD', value: './evil' }] }),
    run('ls', { env: [{ name: 'PATH', value: workspace }] }),
    run('cat', { args: ['.env'] }),
    run('cat', { args: ['notes', '../x'] }),
    run('sort', { args: ['-o', 'made', 'notes'] }),
    run('find . -exec ./evil \\;'),
    run('cat notes > made'),
    run('cat notes | ./evil'),
    run('cat notes | uniq - made'),
    run('git branch -- made'),
    run('grep -r KEY'),
  ]
  expect(await asked(...planted)).toHaveLength(planted.length)

  const swapped = asked(asks('cat notes'), { pauseMs: 400 }, run('cat notes'))
  const answers = thread.of('permission').length
  await thread.until(() => thread.of('permission').length > answers && thread.of('permission').at(-1)?.answer !== undefined)
  await rm(at('notes'))
  await symlink('.env', at('notes'))
  expect(await swapped, 'swapped after the answer').toEqual(['cat notes'])

  expect(await asked(asks('git status'), run('git status')), 'what git would run here is not known').toHaveLength(2)
  await client.saveRule({ rule: { effect: 'deny', command: 'git status' } })
  expect(await asked(asks('git status')), 'denied by a rule').toEqual([])
  expect(thread.text).toContain('"optionId":"no"')

  await client.setReadOnlyCommands({ isOn: false })
  expect(await asked(asks('ls'), run('ls')), 'turned off').toHaveLength(2)
  await expect(readFile(at('made'))).rejects.toThrow('ENOENT')
})
