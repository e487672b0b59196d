// @vitest-environment happy-dom
import type { ThreadActivity } from '../../../src/shared/thread/threadActivity'
import { mount } from '@vue/test-utils'
import { expect, it, vi } from 'vitest'
import SignInCard from '../../../src/renderer/components/signIn/SignInCard.vue'
import { hostKey } from '../../../src/renderer/composables/host/useHost'
import { hostStandIn } from './hostStandIn'

type SignIn = Extract<ThreadActivity, { state: 'sign-in' }>

function makeActivity(methodId: string): SignIn {
  return { state: 'sign-in', message: 'Sign in first', methods: [{ id: methodId, name: 'Browser' }] }
}

it('a sign-in button accepts a click only once it has stood still, and again after the agent replaced it', async () => {
  const signIn = vi.fn(() => undefined)
  const card = mount(SignInCard, {
    attachTo: document.body,
    props: { threadId: 't', agentName: 'Cla\u202Eude', activity: makeActivity('one'), wasCopied: false },
    global: { provide: { [hostKey as symbol]: hostStandIn({ signIn }).connection } },
  })
  const button = card.get('.method button')
  await button.trigger('click')
  expect(signIn).not.toHaveBeenCalled()
  await expect.poll(() => button.attributes('aria-disabled')).toBe('false')
  await card.setProps({ activity: makeActivity('two') })
  await button.trigger('click')
  expect(signIn).not.toHaveBeenCalled()
  await expect.poll(() => card.get('.method button').attributes('aria-disabled')).toBe('false')
  await card.get('.method button').trigger('click')
  expect(signIn).toHaveBeenCalledWith({ threadId: 't', methodId: 'two' })
  expect(card.text()).toContain('Cla⟨U+202E⟩ude needs a sign-in.')
  card.unmount()
})

it('draws only the beginning of each long description of a sign-in method', () => {
  const methods = Array.from({ length: 30 }, (_, index) => ({ id: `${index}`, name: 'Way', description: 'd'.repeat(50_000) }))
  const card = mount(SignInCard, {
    props: { threadId: 't', agentName: 'Agent', activity: { state: 'sign-in', message: 'Sign in', methods }, wasCopied: false },
    global: { provide: { [hostKey as symbol]: hostStandIn({}).connection } },
  })
  expect(card.text().length).toBeLessThan(30_000)
  expect(card.findAll('[data-hidden]')).toHaveLength(30)
  card.unmount()
})
