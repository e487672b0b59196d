import type { AgentListing } from '../../../src/shared/contract/agentListing'
import type { HostHandlers } from '../../../src/shared/contract/contract'
import type { HostGreeting } from '../../../src/shared/contract/hostGreeting'
import type { AgentSettings } from '../../../src/shared/settings/agentSettings'
// @vitest-environment happy-dom
import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, h, nextTick, shallowRef } from 'vue'
import NewThreadForm from '../../../src/renderer/components/newThread/NewThreadForm.vue'
import { sortOwnFirst } from '../../../src/renderer/composables/host/useAgents'
import { hostKey } from '../../../src/renderer/composables/host/useHost'
import { provideProblems } from '../../../src/renderer/composables/useProblems'
import { HostError } from '../../../src/shared/errors'
import { hostStandIn, standInGreeting } from './hostStandIn'

const demo: AgentListing = { agentId: 'demo', name: 'Demo agent', source: 'builtin', state: 'ready', command: 'node demo.js' }
const own: AgentListing = {
  agentId: 'own',
  name: 'Mine',
  source: 'settings',
  state: 'unavailable',
  why: 'mine is not on the PATH',
  command: 'mine --acp',
}
const greeting = { ...standInGreeting, preselect: { folder: '/w' } }
const loadAgents = vi.fn(() => Promise.resolve())

let form: VueWrapper
const shown = shallowRef<readonly AgentListing[]>([])
function show(handlers: Partial<HostHandlers>, more: Partial<HostGreeting> = {}, agents = [demo, own]) {
  const { connection } = hostStandIn({
    catalogueStatus: () => ({ asOf: 0, skipped: 0 }),
    listInstalls: () => [],
    preflightAgent: () => [],
    isTrusted: () => false,
    readAgentSettings: () => Promise.reject(new HostError('agent_not_found', 'It is not in the list.')),
    lookAtFolder: ({ typed }) => ({ path: typed, state: 'folder', folders: [] }),
    ...handlers,
  })
  shown.value = sortOwnFirst(agents)
  form = mount(defineComponent({
    setup() {
      provideProblems()
      const props = { folders: ['/w', '/other'], greeting: { ...greeting, ...more }, loadAgents }
      return () => h(NewThreadForm, { agents: shown.value, ...props })
    },
  }), { attachTo: document.body, global: { provide: { [hostKey as symbol]: connection } } })
}
afterEach(() => {
  form.unmount()
  vi.useRealTimers()
})

/** Presses Start once it takes clicks: on a busy machine, the first check of its position is late. */
async function press() {
  await expect.poll(() => form.get('[type=submit]').attributes('aria-disabled')).toBe('false')
  await form.get('form').trigger('submit')
  await flushPromises()
}

it('lists the person’s own agents first, each with its state and the reason for it', () => {
  show({})
  expect(form.findAll('[role=radiogroup] label').map(label => label.text().replaceAll(/\s+/g, ' '))).toEqual([
    'Mine unavailable mine is not on the PATH',
    'Demo agent ready',
  ])
})

it('starts the shown command in the folder', async () => {
  const startThread = vi.fn(() => ({ threadId: 't9' }))
  show({ startThread })
  expect(form.text()).toContain('node demo.js')
  await press()
  expect(startThread).toHaveBeenCalledWith({ agentId: 'demo', folder: '/w', command: 'node demo.js' })
  expect(form.getComponent(NewThreadForm).emitted('started')).toEqual([['t9']])
})

it('sends the first message in the started thread, and keeps it there as a draft if it cannot be sent', async () => {
  const sendPrompt = vi.fn<HostHandlers['sendPrompt']>().mockRejectedValueOnce(new HostError('internal', 'Not now.'))
  show({ startThread: () => ({ threadId: 't9' }), sendPrompt })
  const message = form.get<HTMLTextAreaElement>('textarea')
  for (const isLeft of [true, false]) {
    await message.setValue(' fix it ')
    await press()
    expect(sendPrompt).toHaveBeenLastCalledWith(expect.objectContaining({ threadId: 't9', content: [{ type: 'text', text: 'fix it' }] }))
    expect(message.element.value).toBe('')
    expect(localStorage.getItem('parley.draft.t9')).toBe(isLeft ? 'fix it' : null)
  }
})

it('accepts Enter on Start right after the form moved, but not right after the command changed', async () => {
  const startThread = vi.fn(() => ({ threadId: 't9' }))
  show({ startThread })
  const start = form.get<HTMLButtonElement>('[type=submit]')
  await expect.poll(() => start.attributes('aria-disabled')).toBe('false')
  const enter = () => start.element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 0 }))

  shown.value = sortOwnFirst([{ ...demo, command: 'node other.js' }, own])
  await nextTick()
  expect(enter()).toBe(false)
  await expect.poll(() => start.attributes('aria-disabled'), { timeout: 3_000 }).toBe('false')

  start.element.getBoundingClientRect = () => new DOMRect(0, 40, 10, 10)
  expect(enter()).toBe(true)
})

describe('Enter', () => {
  const pressInMessage = () => form.get('textarea').trigger('keydown', { key: 'Enter' })
  const pressInFolder = () => form.get('input[type=text]').trigger('keydown', { key: 'Enter' })

  it('starts a command that is trusted in the folder, and only if it still is', async () => {
    vi.useFakeTimers()
    const startThread = vi.fn(() => ({ threadId: 't9' }))
    const isTrusted = vi.fn(() => true)
    show({ startThread, isTrusted })
    await vi.advanceTimersByTimeAsync(1_500)
    expect(isTrusted).toHaveBeenCalledWith({ agentId: 'demo', command: 'node demo.js', folder: '/w' })
    expect(form.text()).toContain('Trusted in w')
    await pressInMessage()
    await vi.advanceTimersByTimeAsync(1_500)
    expect(startThread).toHaveBeenCalledWith({ agentId: 'demo', folder: '/w', command: 'node demo.js', onlyIfTrusted: true })
  })

  it('focuses Start from any field if the command is not known to be trusted', async () => {
    vi.useFakeTimers()
    const startThread = vi.fn(() => ({ threadId: 't9' }))
    show({ startThread, isTrusted: () => false })
    for (const press of [pressInMessage, async () => {
      await vi.advanceTimersByTimeAsync(1_500)
      expect(form.text()).toContain('Not started in w yet.')
      await pressInMessage()
    }, pressInFolder]) {
      form.get<HTMLInputElement>('input[type=search]').element.focus()
      await press()
      expect(document.activeElement?.textContent).toContain('Start')
    }
    expect(startThread).not.toHaveBeenCalled()
  })
})

it('installs a missing agent and then starts the thread, unless the choice was changed meanwhile', async () => {
  const startThread = vi.fn(() => ({ threadId: 't9' }))
  const installAgent = vi.fn(() => undefined)
  const kimi: AgentListing = {
    agentId: 'catalogue:kimi',
    name: 'Kimi Code',
    source: 'catalogue',
    state: 'needs install',
    command: '',
    isWellKnown: true,
    install: { offered: '2' },
  }
  const installed: AgentListing = { ...kimi, state: 'ready', command: 'kimi acp' }
  for (const isKept of [false, true]) {
    show({ startThread, installAgent }, { preselect: { agentId: kimi.agentId, folder: '/w' } }, [demo, kimi])
    expect(form.get('[type=submit]').text()).toBe('Install and start')
    await press()
    expect(installAgent).toHaveBeenCalledWith({ agentId: kimi.agentId })
    expect(form.get('[type=submit]').text()).toBe('Installing…')
    if (!isKept) {
      await form.get('input[value=demo]').setValue()
      await form.get('input[value="catalogue:kimi"]').setValue()
    }
    shown.value = [demo, installed]
    await flushPromises()
    expect(startThread).toHaveBeenCalledTimes(isKept ? 1 : 0)
    if (!isKept)
      form.unmount()
  }
  expect(startThread).toHaveBeenCalledWith({ agentId: kimi.agentId, folder: '/w', command: 'kimi acp' })
})

it('marks an older program, and switches to its replacement', async () => {
  const current = { agentId: 'catalogue:kimi', name: 'Kimi Code' }
  const kimi: AgentListing = { ...current, source: 'catalogue', state: 'needs install', command: '', isHidden: true }
  const mine: AgentListing = { ...demo, agentId: 'mine', name: 'Kimi', source: 'settings', older: { program: 'kimi-cli', current } }
  show({}, { preselect: { agentId: 'mine', folder: '/w' } }, [mine, kimi])
  expect(form.text()).toContain('ready, older')
  await form.findAll('button').find(button => button.text() === 'Switch to Kimi Code')!.trigger('click')
  await flushPromises()
  expect(form.text()).not.toContain('Update by switching')
  expect(form.get('[type=submit]').text()).toBe('Install and start')
})

it('starts a thread without a folder if the person wants none', async () => {
  const startThread = vi.fn(() => ({ threadId: 't9' }))
  show({ startThread }, { preselect: {} })
  await form.get('input[type=checkbox]').setValue(true)
  expect(form.find('input[type=text]').exists()).toBe(false)
  await press()
  expect(startThread).toHaveBeenCalledWith({ agentId: 'demo', folder: undefined, command: 'node demo.js' })
})

it('asks again when the command has changed since it was shown', async () => {
  show({ startThread: () => Promise.reject(new HostError('command_changed', 'changed')) })
  await press()
  expect(loadAgents).toHaveBeenCalledOnce()
  expect(form.get('[role=alert]').text()).toContain('has changed')
  expect(form.getComponent(NewThreadForm).emitted('started')).toBeUndefined()
})

it('shows next to the field that a folder does not exist', async () => {
  show({ startThread: () => Promise.reject(new HostError('folder_not_found', 'There is no such folder.')) })
  await press()
  expect(form.get('input[type=text]').attributes('aria-invalid')).toBe('true')
  expect(form.get('[role=alert]').text()).toBe('There is no such folder.')
})

it('preselects the agent that the command line names', () => {
  show({}, { preselect: { agentId: 'Mine' } })
  expect(form.get<HTMLInputElement>('input[value=own]').element.checked).toBe(true)
})

it('offers the folder dialog only if there is one', () => {
  show({})
  expect(form.text()).not.toContain('Choose folder')
  form.unmount()
  show({}, { canChooseFolder: true })
  expect(form.text()).toContain('Choose folder')
})

const listNames = () => form.findAll('[role=radiogroup] label .name').map(name => name.text())
const goose: AgentListing = {
  agentId: 'catalogue:goose',
  name: 'goose',
  source: 'catalogue',
  state: 'needs install',
  why: 'From npm.',
  command: '',
  description: 'An open agent',
}
const amp: AgentListing = { ...goose, agentId: 'catalogue:amp', name: 'Amp', state: 'ready', description: 'Another', command: 'amp-acp' }

it('groups agents, and shows catalogue agents that are not ready or well known only on demand', async () => {
  const codex: AgentListing = { ...goose, agentId: 'catalogue:codex', name: 'Codex', isWellKnown: true }
  show({}, {}, [goose, codex, amp, demo, own])
  expect(form.findAll('[role=group].group').map(group => group.attributes('aria-label'))).toEqual(['Yours', 'Built in', 'Catalogue'])
  expect(listNames()).toEqual(['Mine', 'Demo agent', 'Amp', 'Codex'])
  const more = form.findAll('button').find(button => button.text() === '1 more agent')!
  await more.trigger('click')
  expect(more.attributes('aria-expanded')).toBe('true')
  expect(listNames()).toEqual(['Mine', 'Demo agent', 'Amp', 'Codex', 'goose'])
})

it('searches names, descriptions and commands, and tolerates a typo', async () => {
  show({}, {}, [goose, amp, demo, own])
  const search = form.get('input[type=search]')
  for (const [text, found] of [['open AGENT', ['goose']], ['amp-acp', ['Amp']], ['gooze', ['goose']], ['zzz', []]] as const) {
    await search.setValue(text)
    expect(listNames()).toEqual(found)
  }
  expect(form.get('[role=status]').text()).toBe('No agent matches “zzz”.')
  await search.setValue('open')
  await search.trigger('keydown', { key: 'ArrowDown' })
  expect(document.activeElement).toBe(form.get('input[value="catalogue:goose"]').element)
  expect(form.get<HTMLInputElement>('input[value="catalogue:goose"]').element.checked).toBe(true)
})

it('omits hidden agents until they are requested', async () => {
  const hideAgent = vi.fn(() => undefined)
  show({ hideAgent }, {}, [{ ...amp, isHidden: true }, demo])
  expect(listNames()).toEqual(['Demo agent'])
  await form.get('button[aria-pressed]').trigger('click')
  expect(listNames()).toEqual(['Demo agent', 'Amp'])
  await form.get('input[value="catalogue:amp"]').trigger('change')
  await form.get('button[aria-label="Unhide Amp"]').trigger('click')
  await flushPromises()
  expect(hideAgent).toHaveBeenCalledWith({ agentId: 'catalogue:amp', isHidden: false })
})

it('asks before removing an agent', async () => {
  const removeAgent = vi.fn(() => undefined)
  show({ removeAgent }, { preselect: { agentId: 'own' } })
  await form.get('button[aria-label="Remove Mine"]').trigger('click')
  expect(removeAgent).not.toHaveBeenCalled()
  await form.get('.actions [data-look=danger]').trigger('click')
  await flushPromises()
  expect(removeAgent).toHaveBeenCalledWith({ agentId: 'own' })
})

it('shows the age of the catalogue, and why there is no newer one', async () => {
  show({ catalogueStatus: () => ({ asOf: Date.UTC(2026, 9, 5, 12), skipped: 2, failure: 'x could not be reached' }) })
  await flushPromises()
  expect(form.get('.catalogue').text().replaceAll(/\s+/g, ' ')).toMatch(
    /2026\. Couldn’t check for updates: x could not be reached\. This version cannot read 2 of its entries/,
  )
})

it('adds an agent from a form, with errors at their fields', async () => {
  const saveAgent = vi.fn((): { agentId: string } => {
    throw new HostError('name_taken', 'Another agent has this name.')
  })
  show({ saveAgent })
  await form.findAll('button').find(button => button.text() === 'Add an agent')!.trigger('click')
  const added = form.get('dialog[aria-label="Add an agent"]')
  const readAlert = () => added.get('[role=alert]').text()
  const [name, command] = added.findAll('input')
  const [args, env] = added.findAll('textarea')
  const save = async () => {
    await added.get('form').trigger('submit')
    await flushPromises()
  }
  await save()
  expect(readAlert()).toBe('Give the agent a name.')
  await name!.setValue(' New ')
  await save()
  expect(readAlert()).toContain('Give the command')
  await command!.setValue('agent')
  await args!.setValue('--a\n\n b c \n')
  await env!.setValue('KEY=a=b\nwrong')
  await save()
  expect(readAlert()).toContain('“wrong” is not of the form')
  await env!.setValue('KEY=a=b')
  await save()
  expect(readAlert()).toBe('Another agent has this name.')
  expect(saveAgent).toHaveBeenCalledWith({ agent: { name: 'New', command: 'agent', args: ['--a', ' b c '], env: { KEY: 'a=b' } } })
  expect(form.getComponent(NewThreadForm).emitted('started')).toBeUndefined()
})

it('does not edit an agent that its fields cannot show', async () => {
  show({ readAgent: () => ({ name: 'Mine', command: 'x', args: ['a\nb'], env: {} }) }, { preselect: { agentId: 'own' } })
  await form.get('button[aria-label="Edit Mine"]').trigger('click')
  await flushPromises()
  const edit = form.get('dialog[aria-label="Edit agent"]')
  expect(edit.get('[role=alert]').text()).toContain('/s.json')
  expect(edit.get('[type=submit]').attributes('disabled')).toBeDefined()
})

it('ignores Start until a changed command has been visible for a while', async () => {
  const startThread = vi.fn(() => ({ threadId: 't9' }))
  show({ startThread })
  shown.value = sortOwnFirst([{ ...demo, command: 'node other.js' }, own])
  await nextTick()
  expect(form.get('[type=submit]').attributes('aria-disabled')).toBe('true')
  await form.get('form').trigger('submit')
  await flushPromises()
  expect(startThread).not.toHaveBeenCalled()
})

it('a picked agent can be started immediately', async () => {
  const startThread = vi.fn(() => ({ threadId: 't9' }))
  show({ startThread }, {}, [demo, { ...own, state: 'ready' }])
  await form.get('[role=radiogroup] input:not(:checked)').setValue()
  expect(form.get('[type=submit]').attributes('aria-disabled')).toBe('false')
  await press()
  expect(startThread).toHaveBeenCalledOnce()
})

describe('the initial mode', () => {
  const settings: AgentSettings = {
    agentId: 'demo',
    name: 'Demo agent',
    capabilities: { fs: true, terminal: true, elicitation: true },
    experiments: { fork: false },
    defaultConfigOptions: {},
    offered: {
      modes: { currentModeId: 'plan', availableModes: [{ id: 'plan', name: 'Plan' }, { id: 'yolo', name: 'YOLO' }] },
    },
  }
  const answer = (name: string) => form.findAll('dialog button').find(button => button.text() === name)!.trigger('click')
  const findMode = () => form.get<HTMLSelectElement>('select[aria-label=Mode]')
  const makeHandlers = () => ({
    readAgentSettings: () => settings,
    startThread: vi.fn(() => ({ threadId: 't' })),
    setMode: vi.fn(),
  })

  it('is the agent’s own until the person picks a known one', async () => {
    const host = makeHandlers()
    show(host)
    await flushPromises()
    expect(findMode().element.selectedOptions[0]!.text).toBe('Default mode')
    await findMode().setValue('plan')
    await press()
    await expect.poll(() => host.setMode).toHaveBeenCalledWith({ threadId: 't', modeId: 'plan' })
  })

  it('acts without asking only after a confirmation, and is then not remembered', async () => {
    const host = makeHandlers()
    const saveLastChoice = vi.fn()
    show({ ...host, saveLastChoice })
    await flushPromises()
    await findMode().setValue('yolo')
    await answer('Keep asking')
    await flushPromises()
    expect(findMode().element.value).toBe('')
    await findMode().setValue('yolo')
    await answer('Switch')
    await flushPromises()
    expect(findMode().element.value).toBe('yolo')
    await press()
    await expect.poll(() => host.setMode).toHaveBeenCalledWith({ threadId: 't', modeId: 'yolo' })
    expect(JSON.stringify(saveLastChoice.mock.calls)).not.toContain('yolo')
  })

  it('is not offered if the agent’s modes are unknown', async () => {
    show({ readAgentSettings: () => ({ ...settings, offered: undefined }) })
    await flushPromises()
    expect(form.find('select[aria-label=Mode]').exists()).toBe(false)
  })
})
