import { tmpdir } from 'node:os'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../../src/main/store/database'
import { ThreadStore } from '../../../src/main/store/threadStore'
import { ThreadAnswersRegistry } from '../../../src/main/threads/permission/threadAnswers'
import { ThreadPermissions, type ThreadPermissionsOptions } from '../../../src/main/threads/permission/threadPermissions'
import { ClientRequests, type ClientRequestsOptions } from '../../../src/main/threads/requests/clientRequests'
import { ThreadTerminals, type ThreadTerminalsOptions } from '../../../src/main/threads/requests/threadTerminals'
import { Workspace } from '../../../src/main/workspace/workspace'

interface Turn {
  readonly stop: () => void
  readonly startNext: () => void
}

/** The result of an agent's command that a rule allows, if `meanwhile` happens before it starts. */
async function runCommand(meanwhile: (turn: Turn) => void): Promise<string> {
  const folder = tmpdir()
  const database = openDatabase(':memory:')
  onTestFinished(() => database.close())
  const store = new ThreadStore(database)
  store.createThread({ threadId: 't', title: 'T', agentId: 'a', agentName: 'A', folder, createdAt: 1 })
  store.addWrittenRule({ effect: 'allow', command: 'true' })
  const log = { add: () => undefined, commit: () => undefined, hasRoom: () => true, transcript: { head: {} } }
  const report = (): void => undefined
  let isOpen = true
  const permissions = new ThreadPermissions({
    thread: { threadId: 't', agentId: 'a', agentName: 'A', folder, additionalFolders: [] },
    log,
    services: { store, answers: new ThreadAnswersRegistry(), environment: {}, readOnlySetting: { state: () => 'off' }, report },
    isTurnOpen: () => isOpen,
    onCount: () => undefined,
  } as unknown as ThreadPermissionsOptions)
  const launches = { launch: () => {
    throw new Error('started')
  } }
  const started = { threadId: 't', log, store, environment: {}, launches, report }
  const terminals = new ThreadTerminals(started as unknown as ThreadTerminalsOptions)
  const turn = {
    stop: () => {
      isOpen = false
    },
    startNext: () => {
      isOpen = true
      permissions.startTurn()
    },
  }
  const sandbox = { ensureReady: () => Promise.resolve(), prepare: () => Promise.resolve(meanwhile(turn)) }
  const workspace = await Workspace.open([folder])
  const requests = new ClientRequests({
    ...{ folder, log, permissions, terminals, workspace, sandbox },
    agent: {},
    recorder: { noteRequest: () => undefined, scanBeforeRequest: () => Promise.resolve() },
  } as unknown as ClientRequestsOptions)
  permissions.startTurn()
  const context = { signal: new AbortController().signal } as Parameters<ClientRequests['createTerminal']>[1]
  return requests.createTerminal({ sessionId: 's', command: 'true' }, context).then(() => 'nothing', (error: Error) => error.message)
}

it('starts no command once its turn is over, not even in the next turn', async () => {
  expect(await runCommand(() => undefined)).toBe('started')
  expect(await runCommand(turn => turn.stop())).toMatch(/the turn is over/)
  expect(await runCommand((turn) => {
    turn.stop()
    turn.startNext()
  })).toMatch(/the turn is over/)
})
