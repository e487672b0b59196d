import type { SessionConfigOption } from '@agentclientprotocol/sdk'
import type { LiveSession } from '../../../src/main/threads/session/session'
import type { ThreadStatus } from '../../../src/main/threads/threadStatus'
import type { AgentPreferences } from '../../../src/shared/settings/settings'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openDatabase } from '../../../src/main/store/database'
import { ThreadStore } from '../../../src/main/store/threadStore'
import { ThreadLog } from '../../../src/main/threads/log/threadLog'
import { ThreadOptions } from '../../../src/main/threads/threadOptions'
import { atOnce } from '../../bench/benchStore'

const values = [{ value: 'off', name: 'Off' }, { value: 'on', name: 'On' }]

function makeSelect(id: string, category: string | undefined, currentValue: string): SessionConfigOption {
  return { id, name: id, category, type: 'select', currentValue, options: values }
}

function makeToggle(id: string, category: string | undefined, currentValue: boolean): SessionConfigOption {
  return { id, name: id, category, type: 'boolean', currentValue }
}

/** Resumes a session of a thread in which the options once had other values. */
async function resume(before: SessionConfigOption[], now: SessionConfigOption[], preferences: AgentPreferences = {}) {
  const database = openDatabase(':memory:')
  onTestFinished(() => database.close())
  const store = new ThreadStore(database)
  store.createThread({ threadId: 't', title: 'T', agentId: 'a', agentName: 'A', folder: '/', createdAt: 1 })
  const log = new ThreadLog({ threadId: 't', store, ...atOnce(), publish: () => undefined })
  log.add({ type: 'session', sessionId: 's', how: 'resume', configOptions: now })
  log.flush()
  const setConfigOption = vi.fn(async () => undefined)
  // The used part.
  const session = { sessionId: 's', configOptions: now, connection: { calls: { setConfigOption } } } as unknown as LiveSession
  const options = new ThreadOptions({
    agent: { agentId: 'a', agentName: 'A', folder: '/' },
    log,
    store,
    preferences: () => preferences,
    attach: async () => session,
    watch: (_, call) => call,
    status: { dispatch: () => undefined } as unknown as ThreadStatus, // the used part
    report: (error) => { throw error },
  })
  options.opened(session, { ...log.transcript.head, configOptions: before })
  await options.ready()
  log.flush()
  return {
    calls: setConfigOption.mock.calls as unknown[][],
    notices: log.transcript.entries.flatMap(entry => entry.kind === 'notice' ? [entry.notice.title] : []),
  }
}

it('restores a model, and only suggests options that may let the agent act without asking', async () => {
  const { calls, notices } = await resume(
    [
      makeSelect('model', 'model', 'on'),
      makeSelect('mode', undefined, 'on'),
      makeSelect('allow_all', 'permissions', 'on'),
      makeToggle('mode2', 'mode', true),
    ],
    [
      makeSelect('model', 'model', 'off'),
      makeSelect('mode', undefined, 'off'),
      makeSelect('allow_all', 'permissions', 'off'),
      makeToggle('mode2', 'mode', false),
    ],
  )
  expect(calls).toEqual([['s', 'model', 'on']])
  expect(notices).toEqual([
    'model is set to "On" again, as before',
    'mode was "On" here before; choose it again if you want it',
    'allow_all was "On" here before; choose it again if you want it',
    'mode2 was "on" here before; choose it again if you want it',
  ])
})

it('a default mode replaces the suggestion of a mode, but of no other option', async () => {
  const { notices } = await resume(
    [makeSelect('mode', 'mode', 'on'), makeSelect('allow_all', 'permissions', 'on'), makeToggle('mode2', 'mode', true)],
    [makeSelect('mode', 'mode', 'off'), makeSelect('allow_all', 'permissions', 'off'), makeToggle('mode2', 'mode', false)],
    { default_mode: 'off' },
  )
  expect(notices).toEqual([
    'allow_all was "On" here before; choose it again if you want it',
    'mode2 was "on" here before; choose it again if you want it',
  ])
})
