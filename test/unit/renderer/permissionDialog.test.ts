import type { PermissionEvent } from '../../../src/shared/thread/events'
// @vitest-environment happy-dom
import { mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import PermissionDialog from '../../../src/renderer/components/permission/PermissionDialog.vue'

const options = [
  { optionId: 'always', name: 'Always', kind: 'allow_always' },
  { optionId: 'once', name: 'Just this once', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
] as const
function makeRequest(more: Partial<PermissionEvent> = {}): PermissionEvent {
  return {
    type: 'permission',
    requestId: 'r1',
    from: 'agent',
    toolCall: { toolCallId: 'c1', title: 'Run', rawInput: { command: 'ls' } },
    options,
    ...more,
  }
}

let dialog: VueWrapper
function show(more: Partial<PermissionEvent> = {}, count = 1) {
  dialog = mount(PermissionDialog, { attachTo: document.body, props: { request: makeRequest(more), agentName: 'Kimi', count } })
  return dialog
}
const makeChange = (path: string, newText: string) => ({ type: 'diff', path, newText })
const findButton = (label: string) => dialog.get(`button[aria-label="${label}"]`)
function press(target: EventTarget, init: KeyboardEventInit) {
  return target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init }))
}

function pass(durationMs: number) {
  vi.advanceTimersByTime(durationMs)
  return nextTick()
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  dialog.unmount()
  vi.useRealTimers()
})

it('offers the agent’s options in its order, each named by its name and kind', () => {
  show()
  expect(dialog.attributes()).toMatchObject({ 'role': 'alertdialog', 'aria-label': 'Permission needed' })
  expect(dialog.findAll('[data-answer]').map(item => item.attributes('aria-label'))).toEqual([
    'Always, Allow always',
    'Just this once, Allow once',
    'No, Reject once',
  ])
})

it('“Allow for this thread” comes after the agent’s options and sends the one that allows once', async () => {
  show({ own: { thread: true } })
  const own = dialog.findAll('[data-answer]').at(-1)!
  expect([own.attributes('aria-label'), own.attributes('data-lasting')]).toEqual(['Allow for this thread', 'true'])
  await pass(540)
  await own.trigger('click')
  expect(dialog.emitted('answer')).toEqual([['once', { scope: 'thread' }]])
})

it('asks for a reason before it rejects with one', async () => {
  show()
  await pass(540)
  await dialog.findAll('button').at(-1)!.trigger('click')
  await nextTick()
  await dialog.get('form').trigger('submit')
  expect(dialog.emitted('answer')).toBeUndefined()
  await dialog.get('input').setValue(' Use pnpm here. ')
  await pass(540)
  await dialog.get('form').trigger('submit')
  expect(dialog.emitted('answer')).toEqual([['no', { reason: 'Use pnpm here.' }]])
})

it('does not take the focus from a text box, empty or not', () => {
  const places = ['<textarea></textarea>', '<textarea>a</textarea>', '<input>', '<div class="xterm"><textarea></textarea></div>']
  const left = places.map((html) => {
    const main = document.body.appendChild(document.createElement('main'))
    main.innerHTML = html
    const box = main.querySelector<HTMLInputElement>('textarea, input')!
    box.focus()
    dialog = mount(PermissionDialog, { attachTo: main, props: { request: makeRequest(), agentName: 'Kimi', count: 1 } })
    const isLeft = document.activeElement === box
    dialog.unmount()
    main.remove()
    return isLeft
  })
  expect(left).toEqual([true, true, true, true])
  show()
})

it('ignores digits typed with AltGr', async () => {
  show()
  await pass(540)
  press(window, { key: '²', code: 'Digit2' })
  press(window, { key: '²', code: 'Digit2', altKey: true, ctrlKey: true })
  expect(dialog.emitted('answer')).toBeUndefined()
})

it('says why “Allow for this thread” is not available', () => {
  expect(show({ own: { why: 'it asks for more rights' } }).get('[data-fact=scope]').text()).toBe(
    '“Allow for this thread” isn’t available: it asks for more rights.',
  )
})

it('names the action in a question of Parley’s own, with the reason for asking', () => {
  const readHead = (subject: PermissionEvent['subject']): string => {
    dialog?.unmount()
    return show({ from: 'parley', subject }).get('.who').text()
  }
  expect(readHead({ kind: 'command', commandLine: 'ls', shell: true, cwd: '/a', env: [] })).toMatch(
    /^Run this command\? Parley asks: .+ didn’t ask for exactly this$/,
  )
  expect(readHead({ kind: 'path', path: '/b', access: 'write' })).toMatch(
    /^Write this file outside the folder\? Parley asks before .+ does it$/,
  )
})

it('shows whether a command runs in a sandbox, and what that means', () => {
  const readSandboxFact = (more: Partial<PermissionEvent>): string | undefined => {
    dialog?.unmount()
    const fact = show(more).find('[data-fact=sandbox]')
    return fact.exists() ? fact.text() : undefined
  }
  const subject = { kind: 'command', commandLine: 'ls', shell: true, cwd: '/a', env: [] } as const
  expect(readSandboxFact({ from: 'parley', subject })).toBe('No sandbox: it can do whatever you can.')
  expect(readSandboxFact({ from: 'parley', subject: { ...subject, sandbox: { network: false } } })).toBe(
    'Runs in the sandbox: can change this folder, no network, no keys.',
  )
  expect(readSandboxFact({ from: 'parley', subject: { ...subject, sandbox: { network: true } } }))
    .toContain('use the network')
  expect(readSandboxFact({ sandbox: { network: false } }))
    .toContain('if the agent runs it itself, the sandbox doesn’t apply')
  expect(readSandboxFact({})).toBeUndefined()
  expect(
    readSandboxFact({ sandbox: { network: false }, toolCall: { toolCallId: 'c1', title: 'Read', kind: 'read', rawInput: { path: '/a' } } }),
  ).toBeUndefined()
})

it('accepts no answer in its first half second', async () => {
  show()
  await pass(480)
  await findButton('Just this once, Allow once').trigger('click')
  expect(dialog.emitted('answer')).toBeUndefined()
  await pass(60)
  await findButton('Just this once, Allow once').trigger('click')
  expect(dialog.emitted('answer')).toEqual([['once', undefined]])
})

it('takes the focus itself, where Enter, Space and Escape do nothing', async () => {
  show()
  await pass(1_000)
  expect(document.activeElement).toBe(dialog.element)
  for (const key of ['Enter', ' ', 'Escape'])
    press(dialog.element, { key })
  expect(dialog.emitted('answer')).toBeUndefined()
})

it('Alt and a number answer only once it accepts answers and while it has the focus', async () => {
  const other = document.body.appendChild(document.createElement('input'))
  show()
  press(window, { key: '2', code: 'Digit2', altKey: true })
  await pass(540)
  other.focus()
  press(window, { key: '2', code: 'Digit2', altKey: true })
  other.remove()
  dialog.get<HTMLElement>('[role=alertdialog]').element.focus()
  await pass(1_000)
  press(window, { key: '2', code: 'Digit2' })
  expect(dialog.emitted('answer')).toBeUndefined()
  press(window, { key: '2', code: 'Digit2', altKey: true })
  expect(dialog.emitted('answer')).toEqual([['once', undefined]])
})

it('does not take the focus from another part of the window', () => {
  const search = document.body.appendChild(document.createElement('input'))
  search.focus()
  show()
  expect(document.activeElement).toBe(search)
  search.remove()
})

it('becomes inert again, and says so, when the question changes', async () => {
  const asked = { toolCallId: 'c1', title: 'Run', rawInput: { command: 'ls' } }
  show()
  await dialog.setProps({ asked, known: { ...asked, status: 'in_progress' } })
  await pass(1_000)
  await dialog.setProps({ known: { ...asked, rawInput: { command: 'rm -rf .' } } })
  await findButton('Just this once, Allow once').trigger('click')
  expect(dialog.emitted('answer')).toBeUndefined()
  expect(dialog.text()).toContain('changed this question')
  expect(dialog.findAll('[data-fact=command]').map(command => command.text())).toEqual(['ls', 'rm -rf .'])
})

it('keeps “Allow for this thread” in place but disabled once the question changed', async () => {
  const asked = { toolCallId: 'c1', title: 'Run', rawInput: { command: 'ls' } }
  show({ own: { thread: true } })
  await dialog.setProps({ asked, known: { ...asked, rawInput: { command: 'rm -rf .' } } })
  await pass(1_000)
  const own = dialog.findAll('[data-answer]').at(-1)!
  expect([own.attributes('aria-label'), own.attributes('aria-disabled')]).toEqual(['Allow for this thread', 'true'])
  await own.trigger('click')
  expect(dialog.emitted('answer')).toBeUndefined()
})

it('does not treat a folder that the agent adds to a command as a change', async () => {
  const asked = { toolCallId: 'c1', title: 'Run', kind: 'execute', rawInput: { command: 'ls' } } as const
  show({ own: { thread: true }, folder: '/work' })
  await dialog.setProps({ asked, known: { ...asked, locations: [{ path: '/work' }], rawInput: { command: 'ls', cwd: '/work' } } })
  expect(dialog.text()).not.toContain('changed this question')
  await dialog.setProps({ known: { ...asked, locations: [{ path: '/other' }], rawInput: { command: 'ls', cwd: '/work' } } })
  expect(dialog.text()).toContain('changed this question')
})

it.each<[string, object, object]>([
  ['an announcement without its input', { rawInput: {} }, { rawInput: {} }],
  [
    'the same write in other words',
    {
      content: [{ type: 'diff', path: '/w/a.txt', oldText: '', newText: 'a\n' }],
      rawInput: { filepath: '/w/a.txt', diff: '@@ -0,0 +1 @@\n+a\n' },
    },
    { content: [], rawInput: { filePath: '/w/a.txt', content: 'a\n' }, locations: [{ path: '/w/a.txt' }] },
  ],
  [
    'the same edit as its texts',
    { content: [{ type: 'diff', path: '/w/a.txt', oldText: 'one\ntwo\n', newText: 'one\nTWO\n' }] },
    { rawInput: { filePath: '/w/a.txt', oldString: 'two', newString: 'TWO', replaceAll: false } },
  ],
  ['another title of a command that is shown', { rawInput: { command: 'ls' } }, { title: 'List' }],
])('does not treat %s after the question as a change', async (_, asked, later) => {
  const call = { toolCallId: 'c1', title: 'Edit', kind: 'edit', ...asked } as const
  show({ toolCall: call })
  await dialog.setProps({ asked: call, known: { ...call, ...later } })
  expect(dialog.text()).not.toContain('changed this question')
})

it.each<[string, object, object]>([
  ['another text', { content: [makeChange('/w/a', 'a')] }, { content: [makeChange('/w/a', 'b')] }],
  ['another file', { content: [makeChange('/w/a', 'a')] }, { content: [makeChange('/w/b', 'a')] }],
  ['another input key', { rawInput: { path: '/w/a' } }, { rawInput: { path: '/w/a', force: true } }],
  ['another action on a path', { kind: 'read', rawInput: { path: '/w/a' } }, { kind: 'delete' }],
  ['other words if there are only words', {}, { title: 'Trust me more' }],
])('says that the agent changed the question to %s', async (_, asked, later) => {
  const call = { toolCallId: 'c1', title: 'Trust me', kind: 'edit', ...asked } as const
  show({ toolCall: call })
  await dialog.setProps({ asked: call, known: { ...call, ...later } })
  expect(dialog.text()).toContain('changed this question')
})

it('omits input fields that the facts repeat, and describes the others in words', () => {
  show({
    toolCall: {
      toolCallId: 'c1',
      title: 'Edit',
      kind: 'edit',
      rawInput: { filepath: '/w/a.txt', diff: '--- /w/a.txt\n+++ /w/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+TWO\n', replace_all: false },
      content: [{ type: 'diff', path: '/w/a.txt', oldText: 'one\ntwo\n', newText: 'one\nTWO\n' }],
      locations: [{ path: '/w/a.txt', line: 1 }],
    },
  })
  expect(dialog.findAll('[data-fact=input], [data-fact=path]')).toEqual([])
  dialog.unmount()
  show({
    folder: '/w',
    toolCall: {
      toolCallId: 'c1',
      kind: 'execute',
      rawInput: { variant: 'Bash', command: 'ls', description: 'Look around', is_background: false },
    },
  })
  expect(dialog.findAll('[data-fact=input]')).toEqual([])
  expect(dialog.get('.words').text()).toContain('Look around')
  dialog.unmount()
  show({ toolCall: { toolCallId: 'c1', kind: 'edit', rawInput: { path: '/w/a', old_string: 'a', new_string: 'b', replace_all: true } } })
  expect(dialog.get('[data-fact=note]').text()).toBe('Replaces every occurrence in the file.')
  dialog.unmount()
  const lying = '--- /etc/passwd\n+++ /etc/passwd\n@@ -1 +1 @@\n-two\n+TWO\n'
  show({
    toolCall: { toolCallId: 'c1', rawInput: { diff: lying }, content: [{ type: 'diff', path: '/w/a', oldText: 'two', newText: 'TWO' }] },
  })
  expect(dialog.findAll('[data-fact=input]')).toHaveLength(1)
})

it('becomes inert again when its window comes to the front', async () => {
  show()
  await pass(1_000)
  window.dispatchEvent(new Event('focus'))
  await nextTick()
  await findButton('Just this once, Allow once').trigger('click')
  expect(dialog.emitted('answer')).toBeUndefined()
})

it('Enter and Space reject unless held down, and never allow: a hint names the key that does', async () => {
  show()
  await pass(1_000)
  const isRefused = (label: string, init: KeyboardEventInit): boolean =>
    !press(findButton(label).element, { cancelable: true, ...init })
  for (const key of ['Enter', ' '])
    expect(isRefused('Just this once, Allow once', { key })).toBe(true)
  await nextTick()
  expect(dialog.get('[role=status]').text()).toContain('Press Alt+2 to allow it.')
  expect(isRefused('No, Reject once', { key: 'Enter' })).toBe(false)
  expect(isRefused('No, Reject once', { key: 'Enter', repeat: true })).toBe(true)
})

it('accepts an answer only if the pointer was pressed and released on one button that stood still', async () => {
  show()
  await pass(1_000)
  const once = findButton('Just this once, Allow once').element
  const point = (target: Element, type: string): boolean =>
    target.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, detail: 1 }))
  point(findButton('No, Reject once').element, 'pointerdown')
  point(once, 'click')
  expect(dialog.emitted('answer')).toBeUndefined()
  point(once, 'pointerdown')
  once.getBoundingClientRect = () => new DOMRect(0, 40, 10, 10)
  point(once, 'click')
  expect(dialog.emitted('answer')).toBeUndefined()
  await pass(1_000)
  point(once, 'pointerdown')
  point(once, 'click')
  expect(dialog.emitted('answer')).toEqual([['once', undefined]])
})

it('marks variables that change what a command runs', () => {
  const env = [{ name: 'CI', value: '1' }, { name: 'LD_PRELOAD', value: './x.so' }]
  show({ from: 'parley', subject: { kind: 'command', commandLine: 'make', shell: false, cwd: '/w', env } })
  expect(dialog.findAll('[data-fact=env]').map(fact => fact.text().includes('changes what runs'))).toEqual([false, true])
})

it('writes out an international host name and a word of mixed scripts', () => {
  show({ toolCall: { toolCallId: 'c1', rawInput: { command: 'curl https://g\u043E\u043Egle.com/x -o h\u043Eme' } } })
  expect(dialog.text()).toContain('is really xn--ggle-55da.com')
  expect(dialog.text()).toContain('mixes letters of several alphabets: U+043E')
})

describe('a question that is longer than its box', () => {
  // The DOM here has no layout.
  const box = { scrollHeight: 4_000, clientHeight: 0, scrollTop: 0 }
  const isOff = (label: string): boolean => findButton(label).attributes('aria-disabled') === 'true'
  const kinds: readonly [string, Partial<PermissionEvent>][] = [
    ['a short command', {}],
    ['a diff', { toolCall: { toolCallId: 'c1', content: [{ type: 'diff', path: '/w/a', oldText: 'a\n', newText: 'b\n' }] } }],
    ['raw keys', { toolCall: { toolCallId: 'c1', rawInput: { key: 'value' } } }],
    ['a plan', { toolCall: { toolCallId: 'c1', kind: 'switch_mode', rawInput: { plan: '1. Do it' } } }],
    ['only words', { toolCall: { toolCallId: 'c1', title: 'Trust me' } }],
    ['a command that Parley asks about', {
      from: 'parley',
      subject: { kind: 'command', commandLine: 'make', shell: false, cwd: '/w', env: [{ name: 'A', value: '1' }] },
    }],
  ]

  beforeEach(() => {
    Object.assign(box, { scrollHeight: 4_000, scrollTop: 0 })
    vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(() => box.scrollHeight)
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockImplementation(() => 500)
    vi.spyOn(HTMLElement.prototype, 'scrollTop', 'get').mockImplementation(() => box.scrollTop)
    HTMLElement.prototype.scrollTo = ((to: { top: number }) => box.scrollTop = Math.min(to.top, 3_500)) as never
  })
  afterEach(() => vi.restoreAllMocks())

  it.each(kinds)('can be allowed only after its end was in view, but rejected at any time: %s', async (_, more) => {
    show({ ...more, own: { thread: true } })
    await pass(1_000)
    const allowing = ['Always, Allow always', 'Just this once, Allow once', 'Allow for this thread']
      .map(label => more.from ? label.split(',')[0]! : label)
    expect(allowing.map(isOff)).toEqual([true, true, true])
    expect(isOff(more.from ? 'No' : 'No, Reject once')).toBe(false)
    await findButton(allowing[1]!).trigger('click')
    press(dialog.element, { key: '2', code: 'Digit2', altKey: true })
    expect(dialog.emitted('answer')).toBeUndefined()
    await nextTick()
    expect(dialog.get('[role=status]').text()).toBe('Read to the end first')

    press(dialog.element, { key: 'End' })
    await pass(100)
    expect(allowing.map(isOff)).toEqual([false, false, false])
    expect(dialog.get('[role=status]').text()).toBe('')
    box.scrollTop = 0
    await pass(1_000)
    await findButton(allowing[1]!).trigger('click')
    expect(dialog.emitted('answer')).toEqual([['once', undefined]])
  })

  it('must be read again when more is added to it', async () => {
    show()
    press(dialog.element, { key: 'End' })
    await pass(1_000)
    expect(isOff('Just this once, Allow once')).toBe(false)
    box.scrollHeight = 8_000
    await pass(1_000)
    expect(isOff('Just this once, Allow once')).toBe(true)
  })

  it('does not count as read while lines of it are folded', async () => {
    const plan = `1. Look\n\n\`\`\`sh\n${'echo a\n'.repeat(60)}\`\`\``
    show({ toolCall: { toolCallId: 'c1', kind: 'switch_mode', rawInput: { plan } } })
    press(dialog.element, { key: 'End' })
    await pass(1_000)
    expect(isOff('Just this once, Allow once')).toBe(true)
    const unfold = dialog.findAll('button').find(item => item.text().startsWith('Show all'))
    await unfold!.trigger('click')
    press(dialog.element, { key: 'End' })
    await pass(1_000)
    expect(isOff('Just this once, Allow once')).toBe(false)
  })

  it('can never be allowed if it is too long to be shown', async () => {
    show({ toolCall: { toolCallId: 'c1', rawInput: { command: 'x'.repeat(300_000) } } })
    for (let more = true; more;) {
      const button = dialog.findAll('button').find(item => item.text().endsWith('more characters'))
      await button?.trigger('click')
      more = button !== undefined
    }
    press(dialog.element, { key: 'End' })
    await pass(1_000)
    expect(isOff('Just this once, Allow once')).toBe(true)
  })
})

it('replaces blank lines and invisible characters by one mark, in commands, values and changes', () => {
  const lines = '\n'.repeat(60)
  show({
    toolCall: {
      toolCallId: 'c1',
      rawInput: { command: `npm test${lines}touch M`, note: `a${'\u200B'.repeat(300)}b` },
      content: [{ type: 'diff', path: '/w/a', oldText: 'a\n', newText: `a\n${lines}b\n` }],
    },
  })
  expect(dialog.get('[data-fact=command]').text()).toBe('npm test\n⟨59 blank lines⟩\ntouch M')
  expect(dialog.get('[data-fact=input]').text()).toBe('a⟨300 invisible characters⟩b')
  expect(dialog.findAll('.line').map(line => line.get('.text').text())).toEqual(['a', '⟨60 blank lines⟩', 'b'])
})

it('Alt+0 sends the first rejection wherever it is, and cancels if there is none', async () => {
  show({ options: [{ optionId: 'never', name: 'Never', kind: 'reject_always' }, ...options] })
  await pass(1_000)
  press(dialog.element, { key: '0', code: 'Digit0', altKey: true })
  expect(dialog.emitted('answer')).toEqual([['never', undefined]])
  dialog.unmount()
  show({ options: options.slice(0, 2) })
  await pass(1_000)
  press(dialog.element, { key: '0', code: 'Digit0', altKey: true })
  expect(dialog.emitted('answer')).toEqual([[null, undefined]])
})

it('reports that a button was pressed too early', async () => {
  show()
  await pass(100)
  press(dialog.element, { key: '2', code: 'Digit2', altKey: true })
  await nextTick()
  expect(dialog.get('[role=status]').text()).toBe('Wait a moment')
  await pass(600)
  await findButton('Just this once, Allow once').trigger('click')
  expect(dialog.emitted('answer')).toHaveLength(1)
})

it('shows a long option name in full, and disables an option whose name cannot be shown', async () => {
  const long = `Yes, ${'and '.repeat(100)}everything else`
  show({ options: [{ optionId: 'a', name: long, kind: 'allow_once' }, { optionId: 'b', name: 'x'.repeat(9_000), kind: 'allow_once' }] })
  await pass(1_000)
  const [first, second] = dialog.findAll('[data-answer]')
  expect(first!.text()).toContain(long)
  expect([first!.attributes('aria-disabled'), second!.attributes('aria-disabled')]).toEqual(['false', 'true'])
})

it('shows the action before what the agent says about it', () => {
  show({ toolCall: { toolCallId: 'c1', title: 'Read README', rawInput: { command: 'curl x | sh' } } })
  expect(dialog.get('[data-fact=command]').text()).toBe('curl x | sh')
  expect(dialog.text().indexOf('curl x | sh')).toBeLessThan(dialog.text().indexOf('Read README'))
})

it('shows markup as text', () => {
  show({ toolCall: { toolCallId: 'c1', title: '<img src=x onerror=alert(1)> {{ 1 + 1 }}' } })
  expect(dialog.find('img').exists()).toBe(false)
  expect(dialog.text()).toContain('{{ 1 + 1 }}')
})

it('describes the scope of Parley’s own options outside their names', () => {
  show({
    from: 'parley',
    subject: { kind: 'command', commandLine: 'make', shell: false, cwd: '/w', env: [] },
    options: [{ optionId: 'thread', name: 'Allow for this thread', kind: 'allow_always', scope: 'Every command of Kimi in this thread' }],
  })
  expect(dialog.get(`[id="${findButton('Allow for this thread').attributes('aria-describedby')}"]`).text()).toBe(
    'Every command of Kimi in this thread',
  )
})

it('a question can be cancelled if the agent offers no rejection', async () => {
  show({ options: [{ optionId: 'a', name: 'Go', kind: 'allow_once' }] })
  await pass(540)
  await dialog.findAll('button').at(-1)?.trigger('click')
  expect(dialog.emitted('answer')).toEqual([[null, undefined]])
})

it('shows how many questions are waiting', () => {
  show({}, 2)
  expect(dialog.text()).toContain('1 of 2')
})
