import type { RunningCommand } from '../../../src/shared/contract/terminalView'
import { flushPromises, mount } from '@vue/test-utils'
import { expect, it, vi } from 'vitest'
import { shallowRef } from 'vue'
import RunningCommandsCard from '../../../src/renderer/components/running/RunningCommands.vue'
import { type RunningCommands, useRunningCommands } from '../../../src/renderer/components/running/useRunningCommands'
import { provideRevealed, type Revealed } from '../../../src/renderer/components/transcript/reveal/revealed'
import { hostKey } from '../../../src/renderer/composables/host/useHost'
import { provideProblems } from '../../../src/renderer/composables/useProblems'
import { emptyTranscript, type ToolEntry, type Transcript } from '../../../src/shared/thread/transcript'
import { hostStandIn } from './hostStandIn'

function makeCommand(terminalId: string, startedAt = Date.now()): RunningCommand {
  return { terminalId, commandLine: `run ${terminalId}`, source: 'pty', startedAt }
}

it('running commands are shown once one has run for long, until the turn is over and none runs', async () => {
  vi.useFakeTimers()
  const isTurnOpen = shallowRef(true)
  let list = [makeCommand('a')]
  let running!: RunningCommands
  const { connection, tell } = hostStandIn({ runningCommands: () => list })
  const view = mount({
    setup: () => {
      running = useRunningCommands({ threadId: 't', isTurnOpen: () => isTurnOpen.value })
      return () => undefined
    },
  }, { global: { provide: { [hostKey as symbol]: connection } } })
  await flushPromises()
  await vi.advanceTimersByTimeAsync(9_000)
  expect(running.isLong.value).toBe(false)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(running.isLong.value).toBe(true)

  list = []
  tell('threadEvents', { threadId: 't', events: [{ seq: 1, at: 0, type: 'terminalEnd', terminalId: 'a', exit: {}, killed: false }] })
  await flushPromises()
  expect(running.commands.value).toEqual([])
  expect(running.isLong.value).toBe(true)
  isTurnOpen.value = false
  await flushPromises()
  expect(running.isLong.value).toBe(false)
  view.unmount()
  vi.useRealTimers()
})

it('a running command has a link to its terminal and a button that stops it', async () => {
  const makeTool = (id: string, terminalIds: string[]): ToolEntry =>
    ({ kind: 'tool', id, at: 0, call: { toolCallId: id, title: id }, terminalIds })
  const transcript: Transcript = { ...emptyTranscript, firstIndex: 7, entries: [makeTool('one', ['a']), makeTool('two', ['b'])] }
  const killTerminal = vi.fn()
  const { connection } = hostStandIn({ killTerminal })
  let revealed!: { value: Revealed | undefined }
  const view = mount({
    components: { RunningCommandsCard },
    setup: () => {
      provideProblems()
      revealed = provideRevealed()
      return { transcript, commands: [makeCommand('a'), makeCommand('b')] }
    },
    template: '<RunningCommandsCard thread-id="t" :commands="commands" :transcript="transcript" />',
  }, { global: { provide: { [hostKey as symbol]: connection } } })
  const buttons = view.findAll('button')
  const names = buttons.map(button => button.attributes('aria-label') ?? button.text())
  expect(names).toEqual(['run a0 s', 'End run a', 'run b0 s', 'End run b'])

  await buttons[0]!.trigger('click')
  expect(revealed.value).toEqual({ entryIndex: 7 })
  await buttons[3]!.trigger('click')
  await expect.poll(() => killTerminal).toHaveBeenCalledWith({ threadId: 't', terminalId: 'b' })
  view.unmount()
})
