// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { expect, it, vi } from 'vitest'
import { hostKey } from '../../../src/renderer/composables/host/useHost'
import { useThread } from '../../../src/renderer/composables/host/useThread'
import { emptyTranscript } from '../../../src/shared/thread/transcript'
import { hostStandIn } from './hostStandIn'

it('buffers a limited number of events while a hidden window draws no frames', async () => {
  const draw = vi.spyOn(globalThis, 'requestAnimationFrame').mockReturnValue(1)
  const { connection, tell } = hostStandIn({ openThread: () => emptyTranscript, leaveThread: () => undefined })
  let lastSeq!: () => number | undefined
  const view = mount({
    setup: () => {
      const { transcript } = useThread('t')
      lastSeq = () => transcript.value?.lastSeq
      return () => undefined
    },
  }, { global: { provide: { [hostKey as symbol]: connection } } })
  await flushPromises()
  const event = { at: 0, type: 'terminalEnd', terminalId: 'a', exit: {}, killed: false } as const
  for (let seq = 1; seq <= 2_500; seq++)
    tell('threadEvents', { threadId: 't', events: [{ seq, ...event }] })
  await flushPromises()
  expect(lastSeq()).toBe(2_001)
  draw.mock.lastCall![0](0)
  expect(lastSeq()).toBe(2_500)
  view.unmount()
  draw.mockRestore()
})
