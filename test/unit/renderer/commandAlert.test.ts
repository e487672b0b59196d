// @vitest-environment happy-dom
import type { CommandChanged } from '../../../src/shared/thread/trustedCommand'
import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { defineComponent, h } from 'vue'
import CommandAlert from '../../../src/renderer/components/thread/CommandAlert.vue'
import { hostKey } from '../../../src/renderer/composables/host/useHost'
import { provideProblems } from '../../../src/renderer/composables/useProblems'
import { hostStandIn } from './hostStandIn'

const command = { line: '/bin/agent --acp', variables: ['HOME_DIR', 'IS_SANDBOX'] }

it.each<[string, Omit<CommandChanged, 'state'>, string[], string[]]>([
  ['a new variable', { command, trusted: { ...command, variables: ['HOME_DIR'] } }, [], ['+ IS_SANDBOX']],
  ['a new line', { command, trusted: { ...command, line: '/bin/agent' } }, ['/bin/agent', '/bin/agent --acp'], []],
  ['everything of a command never trusted before', { command }, ['/bin/agent --acp'], ['HOME_DIR', 'IS_SANDBOX']],
])('the question about an agent’s command shows only what changed: %s', (_, change, lines, variables) => {
  const { connection } = hostStandIn({})
  const props = { threadId: 't', agentName: 'Mine', change: { state: 'command-changed', ...change } } as const
  const alert = mount(defineComponent({
    setup() {
      provideProblems()
      return () => h(CommandAlert, props)
    },
  }), { global: { provide: { [hostKey as symbol]: connection } } })
  expect(alert.findAll('.line').map(line => line.text())).toEqual(lines)
  expect(alert.findAll('li').map(item => item.text())).toEqual(variables)
  alert.unmount()
})
