// @vitest-environment happy-dom
import type { ToolCall } from '@agentclientprotocol/sdk'
import type { Entry, PermissionEntry, ToolEntry } from '../../../../src/shared/thread/transcript'
import { mount, type VueWrapper } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import PlanList from '../../../../src/renderer/components/plan/PlanList.vue'
import EntryView from '../../../../src/renderer/components/transcript/entries/EntryView.vue'

const stubs = {
  ToolCallTerminal: { props: ['terminalId'], template: '<section role="region" aria-label="Terminal" :data-terminal-id="terminalId" />' },
}

function show(entry: Entry, isLive = false): VueWrapper {
  return mount(EntryView, { props: { entry, isLive }, global: { stubs } })
}

function makeTool(call: Partial<ToolCall>, rest: Partial<ToolEntry> = {}): ToolEntry {
  return { kind: 'tool', id: 'e1', at: 0, call: { toolCallId: 't1', title: 'Do it', ...call }, terminalIds: [], ...rest }
}

const makeText = (words: string) => ({ type: 'text' as const, text: words })
const options = [
  { optionId: 'a', name: 'Just this once', kind: 'allow_once' as const },
  { optionId: 'b', name: 'No', kind: 'reject_once' as const },
]

describe('an entry', () => {
  it.each<[string, Entry]>([
    ['user', { kind: 'user', id: 'e', at: 0, content: [makeText('hi')] }],
    ['agent', { kind: 'agent', id: 'e', at: 0, content: [makeText('hi')] }],
    ['thought', { kind: 'thought', id: 'e', at: 0, content: [makeText('hi')] }],
    ['plan', { kind: 'plan', id: 'e', at: 0, entries: [{ content: 'a', status: 'completed', priority: 'high' }] }],
    [
      'permission',
      {
        kind: 'permission',
        id: 'e',
        at: 0,
        request: { type: 'permission', requestId: 'r', from: 'agent', toolCall: { toolCallId: 't' }, options },
      },
    ],
    [
      'elicitation',
      {
        kind: 'elicitation',
        id: 'e',
        at: 0,
        requestId: 'r',
        request: { mode: 'form', sessionId: 's', message: 'Which?', requestedSchema: {} },
      },
    ],
    ['notice', { kind: 'notice', id: 'e', at: 0, notice: { severity: 'info', title: 'Hello' } }],
    ['notice', { kind: 'compaction', id: 'e', at: 0, compactionId: 'c', status: 'completed', summary: [] }],
    ['notice', { kind: 'unknown', id: 'e', at: 0, update: { sessionUpdate: 'quantum' } as never }],
    ['turn-end', { kind: 'turn-end', id: 'e', at: 0, end: { reason: 'end_turn' } }],
  ])('is a labelled article: %s', (shown, entry) => {
    expect(show(entry).get('article').attributes('data-entry')).toBe(shown)
  })

  it('shows the rule that answered, with its command as code', () => {
    const rule = { ruleId: 1, words: 'Puppet may run `npm test`' }
    const outcome = { outcome: 'selected' as const, optionId: 'a' }
    const toolCall = { toolCallId: 't' }
    const request = { type: 'permission', requestId: 'r', from: 'parley', toolCall, options } as const
    const shown = show({ kind: 'permission', id: 'e', at: 0, request, answer: { by: 'rule', outcome, rule, at: 0 } })
    expect(shown.text()).toContain('Allowed by rule: Puppet may run npm test')
    expect(shown.get('.answer code').text()).toBe('npm test')
  })

  it('that waits for an answer is not called running', () => {
    const toolCall = { toolCallId: 't1' }
    const request = { type: 'permission', requestId: 'r', from: 'agent', toolCall, options } as const
    const question: PermissionEntry = { kind: 'permission', id: 'q', at: 0, request }
    const props = { entry: makeTool({ status: 'in_progress' }), isLive: true }
    const showsRunning = (questions: readonly PermissionEntry[]) =>
      mount(EntryView, { props: { ...props, questions }, global: { stubs } }).text().includes('running')
    expect([showsRunning([]), showsRunning([question])]).toEqual([true, false])
  })

  it('exposes a tool call\'s id, kind and status', () => {
    expect(
      show(makeTool({ kind: 'edit', status: 'in_progress' }))
        .get('article')
        .attributes(),
    ).toMatchObject({ 'data-entry': 'tool', 'data-status': 'in_progress', 'data-kind': 'edit', 'data-tool-call-id': 't1' })
    expect(show(makeTool({ status: 'in_progress' }, { cancelled: true })).get('article').attributes('data-status'))
      .toBe('cancelled')
  })

  it.each([
    ['max_tokens', 'token limit'],
    ['max_turn_requests', 'limit of model requests'],
    ['refusal', 'won’t remember this message'],
    ['cancelled', 'Stopped'],
    ['_vendor', '_vendor'],
  ])('says why a turn ended: %s', (reason, words) => {
    expect(show({ kind: 'turn-end', id: 'e', at: 0, end: { reason } }).text()).toContain(words)
  })

  it('says that a turn ended without an answer, or why the model failed', () => {
    const base = { kind: 'turn-end', id: 'e', at: 0 } as const
    expect(show({ ...base, end: { reason: 'end_turn' }, isEmpty: true }).text()).toContain('Ended without an answer')
    const failed = show({
      ...base,
      end: { reason: 'error', message: 'HTTP 429' },
      fault: { kind: 'rate-limit', waitMs: 30_000 },
    }).text()
    expect(failed).toMatch(/too many requests.*Retry after .*HTTP 429/)
    // Nothing is offered without a thread to continue.
    expect(failed).not.toContain('Compact')
  })

  it.each([
    [{ outcome: { outcome: 'selected', optionId: 'a' }, by: 'person', at: 1 } as const, 'You chose: Just this once (Allow once)'],
    [{ outcome: { outcome: 'cancelled' }, by: 'turn', at: 1 } as const, 'Cancelled with the turn'],
    [undefined, 'Waiting for you below'],
  ])('shows whether a question was answered, and by whom', (answer, words) => {
    expect(
      show({
        kind: 'permission',
        id: 'e',
        at: 0,
        request: { type: 'permission', requestId: 'r', from: 'agent', toolCall: { toolCallId: 't', title: 'Edit' }, options },
        answer,
      }).text(),
    ).toContain(words)
  })

  it('shortens the title of a command beside its terminal', () => {
    const readBrief = (entry: Entry) => show(entry).get('header .title').attributes('data-brief')
    expect(readBrief(makeTool({ kind: 'execute', status: 'in_progress' }, { terminalIds: ['x'] }))).toBe('true')
    expect(readBrief(makeTool({ kind: 'execute', status: 'failed' }))).toBe('false')
  })

  it('names the chosen option of Parley\'s own question without its kind', () => {
    const deny = [{ optionId: 'deny', name: 'Deny', kind: 'reject_once' as const }]
    const answered = show({
      kind: 'permission',
      id: 'e',
      at: 0,
      request: {
        type: 'permission',
        requestId: 'r',
        from: 'parley',
        subject: { kind: 'path', access: 'read', path: '/etc/hosts' },
        toolCall: { toolCallId: 't' },
        options: deny,
      },
      answer: { outcome: { outcome: 'selected', optionId: 'deny' }, by: 'person', at: 1 },
    })
    expect(answered.text()).toMatch(/\/etc\/hosts\s*You chose: Deny$/)
  })

  it('shows a form\'s questions and answers in the form\'s own words', () => {
    const requestedSchema = {
      properties: { clock: { type: 'string' as const, title: 'Clock', oneOf: [{ const: 'fake', title: 'A fake clock' }] } },
    }
    const shown = show({
      kind: 'elicitation',
      id: 'e',
      at: 0,
      requestId: 'r',
      request: { mode: 'form', sessionId: 's', message: 'Which clock?', requestedSchema },
      answer: { response: { action: 'accept', content: { clock: 'fake' } }, by: 'person', at: 1 },
    }).text()
    expect(shown).toContain('Which clock?')
    expect(shown).toMatch(/Clock\s*A fake clock/)
  })
})

describe('a thought', () => {
  it('is open while it streams, folds when it ends, and can be opened again', async () => {
    const thought = { kind: 'thought' as const, id: 'e', at: 0, content: [makeText('hm')] }
    const wrapper = show(thought, true)
    expect(wrapper.get('details').attributes()).toHaveProperty('open')
    await wrapper.setProps({ entry: { ...thought, endedAt: 6_000 } })
    expect(wrapper.get('details').attributes()).not.toHaveProperty('open')
    expect(wrapper.text()).toContain('Thought for 6 s')
    await wrapper.get('summary').trigger('click')
    expect(wrapper.get('details').attributes()).toHaveProperty('open')
  })
})

describe('a tool call', () => {
  it('shows a file\'s change as a region named by its path, with counts', () => {
    const wrapper = show(makeTool({ kind: 'edit', content: [{ type: 'diff', path: '/w/a.ts', oldText: 'a\nb\n', newText: 'a\nc\nd\n' }] }))
    expect(wrapper.get('[role=region]').attributes('aria-label')).toBe('Diff of /w/a.ts')
    expect(wrapper.findAll('[data-kind=added]')).toHaveLength(2)
    expect(wrapper.get('header').text()).toContain('+2')
  })

  it('omits a change while an open question shows it', async () => {
    const content = ['/w/a.ts', '/w/b.ts'].map(path => ({ type: 'diff' as const, path, oldText: 'a\n', newText: 'b\n' }))
    const entry = makeTool({ kind: 'edit', content })
    const makeQuestion = (content: ToolCall['content']): PermissionEntry => ({
      kind: 'permission',
      id: 'q',
      at: 0,
      request: { type: 'permission', requestId: 'r', from: 'agent', toolCall: { toolCallId: 't1', content }, options },
    })
    const wrapper = show(entry)
    const listShown = () => wrapper.findAll('[role=region]').map(region => region.attributes('aria-label'))
    const both = ['Diff of /w/a.ts', 'Diff of /w/b.ts']
    const ask = (question: PermissionEntry, of = entry) => wrapper.setProps({ questions: [question], entry: of })

    await ask(makeQuestion(undefined))
    expect(listShown(), 'it asks about the call as it is known').toEqual([])
    expect(wrapper.get('header').text()).toContain('+2')
    await ask(makeQuestion(content.slice(1)))
    expect(listShown()).toEqual(both.slice(0, 1))
    await ask(makeQuestion([]))
    expect(listShown(), 'it shows no change').toEqual(both)
    await ask({ ...makeQuestion(undefined), answer: { at: 1, by: 'turn', outcome: { outcome: 'cancelled' } } })
    expect(listShown()).toEqual(both)
    await ask(makeQuestion(undefined), { ...entry, cancelled: true })
    expect(listShown(), 'it was not waited for').toEqual(both)
  })

  it('draws 40 lines of a diff, then 400, and more on demand', async () => {
    const diff = { type: 'diff', path: '/w/a.ts', oldText: null, newText: 'x\n'.repeat(500) } as const
    const wrapper = show(makeTool({ kind: 'edit', content: [diff] }))
    expect(wrapper.findAll('.line')).toHaveLength(40)
    await wrapper.findAll('button').find(button => button.text() === 'Show 460 more lines')!.trigger('click')
    expect(wrapper.findAll('.line')).toHaveLength(400)
    await wrapper.findAll('button').find(button => button.text() === 'Show 100 more lines')!.trigger('click')
    expect(wrapper.findAll('.line')).toHaveLength(500)
  })

  it('shows a command\'s output once and folds repetitions of the terminal', async () => {
    const wrapper = show(
      makeTool(
        {
          kind: 'execute',
          content: [
            { type: 'terminal', terminalId: 'x' },
            { type: 'content', content: makeText('OUTPUT') },
          ],
          rawOutput: { stdout: 'OUTPUT' },
        },
        { terminalIds: ['x'] },
      ),
    )
    expect(wrapper.findAll('[data-terminal-id=x]')).toHaveLength(1)
    expect(wrapper.html()).not.toContain('OUTPUT')
    expect(wrapper.get('summary').text()).toBe('Result')
  })

  it('keeps showing a terminal that later content no longer names', () => {
    expect(show(makeTool({ kind: 'execute', content: [] }, { terminalIds: ['x'] })).find('[data-terminal-id=x]').exists()).toBe(true)
  })

  it('falls back to a command\'s raw output if there is nothing else to show', () => {
    const rawOutput = { stdout: '\u001B[32mfine\u001B[0m', exitCode: 0 }
    expect(show(makeTool({ kind: 'execute', content: [], rawOutput })).text()).toContain('fine')
    expect(show(makeTool({ kind: 'execute', rawOutput: { output: 'listed', metadata: { exit: 0 } } })).text())
      .toContain('listed')
  })

  it('shows raw input and output only when asked', async () => {
    const wrapper = show(makeTool({ kind: 'fetch', rawInput: { url: 'SECRET' } }))
    expect(wrapper.html()).not.toContain('SECRET')
    await wrapper.get('button[aria-label="Raw input and output"]').trigger('click')
    expect(wrapper.text()).toContain('SECRET')
  })

  it('survives content of an unknown kind', () => {
    expect(
      show(makeTool({ content: [{ type: 'crystal' } as never, { type: 'content', content: { type: 'hologram' } as never }] })).text(),
    ).toContain('unknown type (hologram)')
  })

  it.each(['__proto__', 'constructor', 'toString'])('is drawn even if its texts name object properties: %s', (word) => {
    expect(show(makeTool({ kind: word as never, status: word as never })).text()).toContain('Do it')
    const entries = [{ content: 'Step', status: word as never, priority: word as never }]
    expect(mount(PlanList, { props: { entries } }).text()).toMatch(new RegExp(`^Step.*, ${word}`))
    const request = { type: 'permission', requestId: 'r', from: 'parley', toolCall: { toolCallId: 't' }, options: [] } as const
    const answer = { at: 0, outcome: { outcome: 'selected', optionId: word }, by: 'person' } as const
    expect(show({ kind: 'permission', id: 'e', at: 0, request, answer }).text()).not.toContain('native code')
  })
})

it('files that a successful call did not find share one line, and other refusals show the reason', () => {
  const look = (target: string) => ({ request: 'read', target, why: `File not found: ${target}` }) as const
  const write = { request: 'write', target: '/etc/x', why: 'Denied' } as const
  const refused = [look('/w/AGENTS.md'), look('/w/agents.md'), write]
  const done = show(makeTool({ status: 'completed' }, { refused })).text()
  expect(done).toContain('Looked for 2 files that aren’t there')
  expect(done).toContain('Not written. /etc/x: Denied')
  expect(done).not.toContain('Not read')
  expect(show(makeTool({ status: 'failed' }, { refused })).text()).toContain('Not read. File not found: /w/AGENTS.md')
})
