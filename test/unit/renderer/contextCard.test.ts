// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { expect, it, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import ContextCard from '../../../src/renderer/components/thread/ContextCard.vue'
import { provideTurnActions, type TurnActions } from '../../../src/renderer/components/transcript/turnActions'
import { emptyTranscript } from '../../../src/shared/thread/transcript'

it('the context card shows how full the context is and what the last turn added, and compacts it', async () => {
  const send = vi.fn()
  const usage = { used: 68_000, size: 200_000 }
  const head = {
    ...emptyTranscript.head,
    usage,
    usageBefore: { used: 56_000, size: 200_000 },
    commands: [{ name: 'compact', description: '' }],
  }
  const card = mount(defineComponent({
    setup() {
      provideTurnActions({ send } as unknown as TurnActions) // the used part
      return () => h(ContextCard, { head, usage })
    },
  }))
  expect(card.text()).toContain('34 %')
  expect(card.text()).toMatch(/68,000 of 200,000 tokens\s*12,000 added by the last turn/)
  await card.get('button').trigger('click')
  expect(send).toHaveBeenCalledWith([{ type: 'text', text: '/compact' }])
})
