import type { ThreadHead, Transcript } from '../../../shared/thread/transcript'
import type { ThreadLog } from '../log/threadLog'
import type { ThreadTerminals } from '../requests/threadTerminals'
import type { ThreadStatus } from '../threadStatus'
import type { Heard, Replay } from './replayFilter'
import type { LiveSession } from './session'
import { newThreadTitle } from '../../../shared/contract/threadSummary'
import { canFork } from '../../agents/canFork'
import { takeTerminalMeta } from '../../terminal/terminalMeta'
import { trimMeta } from '../log/trimUpdate'
import { shortTitle, titleOf } from '../prompt'

/** What of a thread a session has to do with. */
export interface Hearing {
  readonly log: ThreadLog
  readonly status: ThreadStatus
  readonly terminals: ThreadTerminals
}

/** Takes what the agent says into the thread. */
export function hearUpdate({ update, weight }: Heard, { log, status, terminals }: Hearing): void {
  const { update: kept, ...meta } = takeTerminalMeta(update)
  terminals.display(meta)
  log.add({ type: 'update', update: trimMeta(kept) }, weight)
  const title = update.sessionUpdate === 'session_info_update' ? shortTitle(update.title ?? '') : undefined
  if (title !== undefined && status.stored.titleFrom !== 'person')
    status.noteTitle(title)
  status.become({ type: 'heard' })
}

/** Takes a session into the thread that it carries from here on: all that it replayed at once, or nothing of it. */
export function hearSession(session: LiveSession, { updates, isCut }: Replay, thread: Hearing): void {
  const { log, status } = thread
  log.flush()
  const before = log.transcript
  log.together(() => {
    if (isCut) {
      log.add({
        type: 'notice',
        severity: 'info',
        title: 'The beginning of this session is not shown',
        description: 'It is too long. The agent remembers it.',
      })
    }
    updates.forEach(heard => hearUpdate(heard, thread))
    logSession(log, session, before)
    if (session.how === 'resume' && isForeign(before.head, status.stored.sessionId)) {
      log.add({
        type: 'notice',
        severity: 'info',
        title: 'Earlier messages of this session are not shown',
        description: 'The agent remembers them, but cannot show them again.',
      })
    }
  })
  status.note({ sessionId: session.sessionId })
  const said = log.transcript.entries.find(entry => entry.kind === 'user')
  if (updates.length > 0 && said && status.stored.title === newThreadTitle)
    status.note({ title: titleOf(said.content) })
}

/** Whether the thread stands for a session of the agent's that never ran here: then Parley holds nothing of it. */
export function isForeign({ session }: ThreadHead, sessionId: string | undefined): boolean {
  return sessionId !== undefined && session === undefined
}

function logSession(log: ThreadLog, session: LiveSession, { entries }: Transcript): void {
  const {
    sessionId,
    how,
    modes,
    configOptions,
    lost,
    connection: { agentInfo, capabilities },
    request: { additionalDirectories },
  } = session
  log.add({
    type: 'session',
    sessionId,
    how,
    agent: agentInfo && { name: agentInfo.title ?? agentInfo.name, version: agentInfo.version },
    modes,
    configOptions,
    promptCapabilities: capabilities.promptCapabilities,
    ...additionalDirectories && { additionalFolders: additionalDirectories },
    ...capabilities.auth?.logout && { canSignOut: true },
    ...capabilities.sessionCapabilities?.delete && { canDelete: true },
    ...canFork(capabilities) && { canFork: true },
  })
  if (lost !== undefined && entries.length > 0) {
    log.add({
      type: 'notice',
      severity: 'warning',
      title: 'The agent starts a new session here and does not remember what was said above',
      details: lost,
    })
  }
}
