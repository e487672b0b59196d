// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import AgentChoiceItem from '../../../src/renderer/components/agents/AgentChoiceItem.vue'
import AgentCommand from '../../../src/renderer/components/agents/AgentCommand.vue'
import { findQuickItems } from '../../../src/renderer/components/files/quickOpen/quickItems'
import SettingsFaults from '../../../src/renderer/components/frame/SettingsFaults.vue'
import ThreadListItem from '../../../src/renderer/components/threads/ThreadListItem.vue'
import ToolCallResult from '../../../src/renderer/components/transcript/toolCall/ToolCallResult.vue'
import { useAgents } from '../../../src/renderer/composables/host/useAgents'
import { hostKey } from '../../../src/renderer/composables/host/useHost'
import { useThreads } from '../../../src/renderer/composables/host/useThreads'
import { PathMatcher } from '../../../src/renderer/text/pathMatcher'
import { getFolderName, toDistinctNames } from '../../../src/renderer/text/paths'
import { visibleName, visibleText } from '../../../src/renderer/text/visibleText'
import { type HostHandlers, hostMethods } from '../../../src/shared/contract/contract'
import { HostError } from '../../../src/shared/errors'
import { connectHost, serveHost } from '../../../src/shared/rpc'
import { channelPair } from '../../support/channelPair'
import { hostStandIn } from './hostStandIn'

const misleading = /[\u202A-\u202E\u2066-\u2069\u200B]/

it('a misleading name is written out in the list of threads', () => {
  const names = { title: 'a\u202Eb', agentName: 'Cla\u200Bude' }
  const thread = { ...names, threadId: 't', folder: '/w', waiting: 0, updatedAt: 0, activity: { state: 'asleep' } }
  const html = mount(ThreadListItem, { props: { thread: thread as never, now: 0, isOpen: false } }).html()
  expect(html).toContain('a⟨U+202E⟩b')
  expect(html).toContain('Cla⟨U+200B⟩ude')
  expect(html).not.toMatch(misleading)
})

it('a misleading name is written out in the list of agents and as the name of a folder', () => {
  const agent = { agentId: 'a', name: 'Cla\u200Bude', state: 'Ready' }
  expect(mount(AgentChoiceItem, { props: { agent: agent as never, isChosen: false } }).html()).not.toMatch(misleading)
  expect(getFolderName('/home/me/a\u202Eb')).toBe('a⟨U+202E⟩b')
})

it('a misleading file name is written out the same way in tabs, quick open and the tree', () => {
  for (const [code, hidden] of [['AD', '\u00AD'], ['200B', '\u200B'], ['202E', '\u202E'], ['200D', '\u200D']] as const) {
    const written = `s⟨U+${code.padStart(4, '0')}⟩.ts`
    const paths = [`/w/s${hidden}.ts`, '/w/s.ts']
    expect([
      visibleName(`s${hidden}.ts`),
      getFolderName(paths[0]!),
      ...toDistinctNames(paths),
    ]).toEqual([written, written, written, 's.ts'])
    const [item] = findQuickItems('', { all: new PathMatcher(paths.slice(0, 1)), used: new PathMatcher([]) })
    expect(item?.nameParts.map(({ text }) => text).join('')).toBe(written)
  }
})

it('a tool’s result in Markdown writes out characters that reverse a name', () => {
  const blocks = [{ type: 'text' as const, text: 'Wrote **a\u202Egpj.exe**' }]
  const html = mount(ToolCallResult, { props: { blocks, isProse: true, isFolded: false, isFailed: false } }).html()
  expect(html).toContain('a⟨U+202E⟩gpj.exe')
  expect(html).not.toMatch(misleading)
})

it('misleading characters in an agent’s name, description and command are written out', async () => {
  const odd = { agentId: 'a', name: 'Cla\u200Bude', description: 'a\u202Eb', source: 'settings', state: 'ready', command: 'run\u202E' }
  const thread = { threadId: 't', title: 'a', agentName: 'Cla\u200Bude', folder: '/w', rank: 1 }
  const { connection } = hostStandIn({ listAgents: () => [odd as never], listThreads: () => [thread as never] })
  const provide = { [hostKey as symbol]: connection }
  const { vm } = mount({ setup: () => ({ ...useAgents(), threads: useThreads().threads }), render: () => null }, { global: { provide } })
  await flushPromises()
  expect(vm.agents).toMatchObject([{ name: 'Cla⟨U+200B⟩ude', description: 'a⟨U+202E⟩b', command: 'run\u202E' }])
  expect(vm.threads).toMatchObject([{ agentName: 'Cla⟨U+200B⟩ude' }])
  expect(mount(AgentCommand, { props: { agent: { command: 'run\u202E', variables: ['A\u202E'] } } }).html()).not.toMatch(misleading)
})

it('misleading characters are written out in faults of settings and messages of failed calls', async () => {
  const { left, right } = channelPair()
  const fail = () => Promise.reject(new HostError('internal', 'no\u202E'))
  const handlers = { restoreSettings: fail } as unknown as HostHandlers // the only one that is called
  serveHost({ channel: right, schemas: hostMethods, handlers, report: () => undefined })
  const connection = connectHost(left, visibleText)
  await expect(connection.host.restoreSettings({})).rejects.toThrow('no⟨U+202E⟩')
  const faults = [{ key: 'agents.a\u202E', message: 'wrong\u200B' }]
  const provide = { [hostKey as symbol]: connection }
  expect(mount(SettingsFaults, { props: { faults, path: '/s' }, global: { provide } }).html()).not.toMatch(misleading)
})
