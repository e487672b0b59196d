import type { PermissionEvent } from '../../../../src/shared/thread/events'
// @vitest-environment happy-dom
import { mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import PermissionDialog from '../../../../src/renderer/components/permission/PermissionDialog.vue'
import { formatReason, maxReason } from '../../../../src/renderer/components/planReview/planComments'

const plan = '# Retry\n\n1. Read the client\n2. Change it\n'
const request: PermissionEvent = {
  type: 'permission',
  requestId: 'r1',
  from: 'agent',
  toolCall: { toolCallId: 'c1', title: 'Ready to code?', kind: 'switch_mode', rawInput: { plan } },
  options: [
    { optionId: 'auto', name: 'Yes, and use auto mode', kind: 'allow_always' },
    { optionId: 'default', name: 'Yes, manually approve edits', kind: 'allow_once' },
    { optionId: 'plan', name: 'No, keep planning', kind: 'reject_once' },
  ],
}

let dialog: VueWrapper
beforeEach(() => {
  vi.useFakeTimers()
  dialog = mount(PermissionDialog, { attachTo: document.body, props: { request, agentName: 'Claude', count: 1 } })
})
afterEach(() => {
  dialog.unmount()
  vi.useRealTimers()
})

const findPart = (quote: string) => dialog.get(`button[aria-label="Comment on “${quote}”"]`)
const press = (key: string) => document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
function listAnswers() {
  return dialog.findAll('[data-answer]').map(button => button.attributes('aria-label') ?? button.text())
}

/** Writes a comment on the part that has the keyboard. */
async function write(text: string): Promise<void> {
  (document.activeElement as HTMLElement).click()
  await nextTick()
  await dialog.get('textarea').setValue(text)
  press('Enter')
  await nextTick()
  await nextTick()
}

function pass(durationMs: number) {
  vi.advanceTimersByTime(durationMs)
  return nextTick()
}

it('parts of a plan are commented on by keyboard, and the rejection carries the comments', async () => {
  expect(dialog.text()).toContain('Claude wants to carry out its plan')
  expect(dialog.findAll('[data-fact=plan] .text').map(item => item.text())).toEqual(['Retry', 'Read the client', 'Change it'])
  expect(dialog.findAll('[data-comment]').map(button => button.attributes('tabindex'))).toEqual(['0', '-1', '-1']);
  (findPart('# Retry').element as HTMLElement).focus()
  press('End')
  press('ArrowUp')
  expect(document.activeElement).toBe(findPart('1. Read the client').element)
  await write('And its tests.')
  expect(document.activeElement).toBe(findPart('1. Read the client').element)
  press('Home')
  await write('Which one?')
  expect(listAnswers().at(-1)).toBe('Reject with comments')

  const reject = dialog.findAll('[data-answer]').at(-1)!
  await reject.trigger('click')
  expect(dialog.emitted('answer')).toBeUndefined()
  await pass(540)
  await reject.trigger('click')
  expect(dialog.emitted('answer')).toEqual([
    ['plan', { reason: '> # Retry\n\nWhich one?\n\n> 1. Read the client\n\nAnd its tests.' }],
  ])
})

it('an edit of a comment can be cancelled, a comment removed, and a general note comes first', async () => {
  (findPart('2. Change it').element as HTMLElement).focus()
  await write('Why?')
  await dialog.get('form.reason input').setValue('Slower.')
  await dialog.findAll('button').find(button => button.text() === 'Edit')!.trigger('click')
  expect(document.activeElement).toBe(dialog.get('textarea').element)
  await dialog.get('textarea').setValue('Why this?')
  await dialog.get('textarea').trigger('keydown', { key: 'Escape' })
  expect(dialog.get('[role=note]').text()).toContain('Why?')
  await pass(540)
  await dialog.get('form.reason').trigger('submit')
  expect(dialog.emitted('answer')).toEqual([['plan', { reason: 'Slower.\n\n> 2. Change it\n\nWhy?' }]])

  await dialog.findAll('button').find(button => button.text() === 'Remove')!.trigger('click')
  expect(dialog.find('[role=note]').exists()).toBe(false)
  expect(listAnswers()).toHaveLength(4)
})

it('comments that are too long in total are not sent', async () => {
  (findPart('# Retry').element as HTMLElement).focus()
  await write('x'.repeat(maxReason))
  await pass(540)
  await dialog.findAll('[data-answer]').at(-1)!.trigger('click')
  expect(dialog.emitted('answer')).toBeUndefined()
  expect(dialog.get('[role=alert]').text()).toContain('too long')
})

it('a comment follows the line it quotes, without an empty general note', () => {
  expect(formatReason([{ line: 0, quote: 'a', text: 'b' }], ' ')).toBe('> a\n\nb')
})
