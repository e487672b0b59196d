// @vitest-environment happy-dom
import type { TurnEndEntry as End } from '../../../../src/shared/thread/transcript'
import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { defineComponent, h } from 'vue'
import TurnEndEntry from '../../../../src/renderer/components/transcript/entries/TurnEndEntry.vue'
import { provideTurnActions, type TurnActions } from '../../../../src/renderer/components/transcript/turnActions'

const entry: End = { kind: 'turn-end', id: 'e', at: 2, end: { reason: 'error', message: '401 Invalid key' }, fault: { kind: 'sign-in' } }
const prompt = { kind: 'user', id: 'u', at: 1, content: [{ type: 'text', text: 'go' }], promptId: 'p' } as const

function show(isSignInShown: boolean) {
  return mount(defineComponent({
    setup() {
      // as far as it is used
      provideTurnActions({ isSignInShownFor: () => isSignInShown, hasCommand: () => false } as unknown as TurnActions)
      return () => h(TurnEndEntry, { entry, turn: { prompt, end: entry, entries: [], calls: [], subagents: 0 } })
    },
  }))
}

it('a turn that a sign-in card explains says once why it ended, and offers nothing beside the card', () => {
  const plain = show(false)
  expect(plain.text()).toContain('401 Invalid key')
  expect(plain.find('button').text()).toBe('Retry')

  const covered = show(true)
  expect(covered.text()).toContain('Sign-in or API key was rejected')
  expect(covered.text()).not.toContain('401')
  expect(covered.find('button').exists()).toBe(false)
})
