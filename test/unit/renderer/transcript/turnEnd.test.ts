// @vitest-environment happy-dom
import type { TurnEndEntry as End } from '../../../../src/shared/thread/transcript'
import { mount } from '@vue/test-utils'
import { expect, it, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import TurnEndEntry from '../../../../src/renderer/components/transcript/entries/TurnEndEntry.vue'
import { provideTurnActions, type TurnActions } from '../../../../src/renderer/components/transcript/turnActions'
import { interruptions } from '../../../../src/shared/thread/interruptions'

const rejected: End = { kind: 'turn-end', id: 'e', at: 2, end: { reason: 'error', message: '401 Invalid key' }, fault: { kind: 'sign-in' } }
const prompt = { kind: 'user', id: 'u', at: 1, content: [{ type: 'text', text: 'go' }], promptId: 'p' } as const

function show(entry: End, { isSignInShown = false, send = vi.fn() } = {}) {
  return mount(defineComponent({
    setup() {
      // the used part
      provideTurnActions({ isSignInShownFor: () => isSignInShown, hasCommand: () => false, send } as unknown as TurnActions)
      return () => h(TurnEndEntry, { entry, turn: { prompt, end: entry, entries: [], calls: [], subagents: 0 } })
    },
  }))
}

it('a turn that a sign-in card explains shows neither the agent\'s message nor buttons', () => {
  const plain = show(rejected)
  expect(plain.text()).toContain('401 Invalid key')
  expect(plain.find('button').text()).toBe('Retry')

  const covered = show(rejected, { isSignInShown: true })
  expect(covered.text()).toContain('Sign-in or API key was rejected')
  expect(covered.text()).not.toContain('401')
  expect(covered.find('button').exists()).toBe(false)
})

it.each(['error', 'max_tokens', 'max_turn_requests'])('an interrupted turn (%s) is continued by one click', async (reason) => {
  const send = vi.fn()
  const message = reason === 'error' ? { message: interruptions.closed } : {}
  const end = show({ kind: 'turn-end', id: 'e', at: 2, end: { reason, ...message } }, { send })
  expect(end.findAll('button').map(button => button.text())).toEqual(['Continue', 'Retry'])
  await end.get('button').trigger('click')
  expect(send).toHaveBeenCalledWith([{ type: 'text', text: 'Continue where you stopped.' }])
})

it('does not offer to resend a turn whose remote agent may still be working', () => {
  const end = show({ kind: 'turn-end', id: 'e', at: 2, end: { reason: 'error', message: 'It broke.', isBrokenOff: true } })
  expect(end.text()).toContain('It broke.')
  expect(end.find('button').exists()).toBe(false)
})
