// @vitest-environment happy-dom
import type { RunningCommand } from '../../../../src/shared/contract/terminalView'
import { mount } from '@vue/test-utils'
import { expect, it, vi } from 'vitest'
import { defineComponent, h, nextTick, shallowRef } from 'vue'
import StillRunning from '../../../../src/renderer/components/transcript/entries/StillRunning.vue'
import { provideTurnActions, type TurnActions } from '../../../../src/renderer/components/transcript/turnActions'

it('lists commands that outlive a stopped turn, and ends them or, if only that is possible, their agent', async () => {
  const server = { terminalId: 't1', commandLine: 'npm run dev', source: 'pty' } as const
  const own = { terminalId: 't2', commandLine: 'sleep 600', source: 'agent' } as const
  const now = shallowRef<readonly RunningCommand[]>([server, own].map(command => ({ ...command, startedAt: 0 })))
  const acts = { runningCommands: () => now.value, endCommand: vi.fn(), endAgent: vi.fn() }
  const list = mount(defineComponent({
    setup() {
      provideTurnActions(acts as unknown as TurnActions) // the used part
      return () => h(StillRunning, { running: [server, own, { terminalId: 't3', commandLine: 'true', source: 'pty' }] })
    },
  }))
  const listRows = () => list.findAll('[data-still-running]').map(row => row.text())
  expect(listRows()).toEqual(['still running: npm run devEnd', 'still running: sleep 600End the agent'])

  for (const button of list.findAll('button'))
    await button.trigger('click')
  expect([acts.endCommand.mock.calls, acts.endAgent.mock.calls.length]).toEqual([[['t1']], 1])

  now.value = now.value.slice(1)
  await nextTick()
  expect(listRows()).toEqual(['still running: sleep 600End the agent'])
})
