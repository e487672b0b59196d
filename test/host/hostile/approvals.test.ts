import type { JsonObject } from '../../agents/scripted/wire'
import type { TestThread } from '../../support/testThread'
import { describe, expect, it } from 'vitest'
import { openPermissions } from '../../../src/shared/thread/selectors'
import { hostile } from '../../support/scriptedAgent'
import { testHost } from '../../support/testHost'

type Step = JsonObject

const text = (said: string) => ({ type: 'content', content: { type: 'text', text: said } })
const update = (fields: JsonObject): Step => ({ update: { sessionUpdate: 'tool_call_update', toolCallId: 'c', ...fields } })
const told = (input: JsonObject): Step => update({ sessionUpdate: 'tool_call', title: 'Bash', content: [text(JSON.stringify(input))] })
function ask(call: JsonObject): Step {
  return {
    ask: ['session/request_permission', {
      toolCall: { toolCallId: 'c', kind: 'execute', title: 'Bash', ...call },
      options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }, { optionId: 'no', name: 'No', kind: 'reject_once' }],
    }],
  }
}
const run = (command: string, more: JsonObject = {}): Step => ({ ask: ['terminal/create', { command, ...more }] })

/** Executes the steps. The person allows the agent's requests and denies Parley's; returns the commands of those. */
async function played(thread: TestThread, steps: readonly Step[]): Promise<(string | undefined)[]> {
  const asked: (string | undefined)[] = []
  const answered = new Set<string>()
  const ends = thread.turnEnds.length
  await thread.send(JSON.stringify(steps))
  await thread.until(async () => {
    for (const { request } of openPermissions(thread.transcript).filter(({ request }) => !answered.has(request.requestId))) {
      answered.add(request.requestId)
      if (request.subject?.kind === 'command')
        asked.push(`${request.subject.commandLine}${request.subject.approved ? ` instead of ${request.subject.approved.commandLine}` : ''}`)
      await thread.answer(request.from === 'agent' ? 'yes' : 'deny', request.requestId)
    }
    return thread.turnEnds.length > ends
  })
  return asked
}

describe.skipIf(process.platform === 'win32')('an approval', () => {
  it('covers one run of exactly what was shown, in its turn and session', async () => {
    const host = await testHost({ agents: { Hostile: hostile('puppet') } })
    const thread = await host.startThread('Hostile')
    const other = await host.startThread('Hostile')
    const shown = ask({ rawInput: { command: 'true' } })

    expect(await played(thread, [shown, run('true'), run('true')])).toEqual(['true'])
    expect(await played(thread, [run('true')])).toEqual(['true'])
    expect(await played(thread, [shown])).toEqual([])
    expect(await played(thread, [run('true')]), 'in the next turn').toEqual(['true'])
    const [first, second] = await Promise.all([
      played(thread, [shown, { pauseMs: 300 }]),
      played(other, [{ pauseMs: 150 }, run('true')]),
    ])
    expect([first, second], 'in another session').toEqual([[], ['true']])
    const differing: [string, JsonObject?][] = [
      ['truE'],
      ['true\u200B'],
      ['tru\u0435'],
      ['"true" '],
      ['$TRUE'],
      ['alias true=./evil\ntrue'],
      ['true() { ./evil; }; true'],
      ['cd .. && true'],
      ['true', { env: [{ name: 'CI', value: 'another' }] }],
      ['true', { env: [{ name: 'X', value: '0' }] }],
      ['bash', { args: ['-ic', 'true'] }],
      ['./bash', { args: ['-c', 'true'] }],
    ]
    expect(await played(thread, [shown, ...differing.map(([command, more]) => run(command, more))])).toEqual(
      differing.map(([command, { args } = {}]) =>
        `${command}${args ? ` ${(args as string[]).join(' ')}` : ''} instead of true`),
    )
  })

  it('does not cover a command that was shortened, contradicted or changed after the answer', async () => {
    const host = await testHost({ agents: { Hostile: hostile('puppet') } })
    const thread = await host.startThread('Hostile')

    const shortened = 'Requesting approval to Running: tr…'
    expect(await played(thread, [ask({ content: [text(shortened)] }), run('tr…')])).toEqual(['tr…'])
    expect(await played(thread, [told({ command: 'true' }), ask({ content: [text(shortened)] }), run('true')])).toEqual([])
    expect(await played(thread, [ask({ title: '`ls`', rawInput: { command: 'true' } }), run('true'), run('ls')])).toEqual(['true', 'ls'])
    expect(await played(thread, [told({ command: 'ls' }), ask({ rawInput: { command: 'true' } }), run('true'), run('ls')])).toEqual([
      'true',
      'ls',
    ])
    const changed = [ask({ rawInput: { command: 'true' } }), update({ rawInput: { command: './evil' } }), run('./evil')]
    expect(await played(thread, changed)).toEqual(['./evil instead of true'])
  })
})
