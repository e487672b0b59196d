// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import AgentChoiceItem from '../../../src/renderer/components/agents/AgentChoiceItem.vue'
import ThreadListItem from '../../../src/renderer/components/threads/ThreadListItem.vue'
import { folderName } from '../../../src/renderer/text/paths'

const misleading = /[\u202A-\u202E\u2066-\u2069\u200B]/

it('a name that would mislead is written out in the list of threads', () => {
  const names = { title: 'a\u202Eb', agentName: 'Cla\u200Bude' }
  const thread = { ...names, threadId: 't', folder: '/w', waiting: 0, updatedAt: 0, activity: { state: 'asleep' } }
  const html = mount(ThreadListItem, { props: { thread: thread as never, now: 0, isOpen: false } }).html()
  expect(html).toContain('a⟨U+202E⟩b')
  expect(html).toContain('Cla⟨U+200B⟩ude')
  expect(html).not.toMatch(misleading)
})

it('and among the agents that can be picked, and in the name of a folder', () => {
  const agent = { agentId: 'a', name: 'Cla\u200Bude', state: 'Ready' }
  expect(mount(AgentChoiceItem, { props: { agent: agent as never, isChosen: false } }).html()).not.toMatch(misleading)
  expect(folderName('/home/me/a\u202Eb')).toBe('a⟨U+202E⟩b')
})
