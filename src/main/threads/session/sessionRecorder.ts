import type { SessionUpdate } from '@agentclientprotocol/sdk'
import type { ThreadHead } from '../../../shared/thread/transcript'
import type { ThreadLog } from '../log/threadLog'
import type { ThreadTerminals } from '../requests/threadTerminals'
import type { ThreadStatus } from '../threadStatus'
import type { ReceivedUpdate, Replay } from './replayFilter'
import type { LiveSession } from './session'
import { newThreadTitle } from '../../../shared/contract/threadSummary'
import { canFork } from '../../agents/missingMethods'
import { extractTerminalMeta } from '../../terminal/terminalMeta'
import { trimMeta } from '../log/trimUpdate'
import { createTitle, deriveTitle } from '../threadTitle'

interface SessionRecorderOptions {
  readonly log: ThreadLog
  readonly status: ThreadStatus
  readonly terminals: ThreadTerminals
  readonly onUpdate: (update: SessionUpdate) => void
}

/** Records an agent's updates and sessions in the thread. */
export class SessionRecorder {
  readonly #options: SessionRecorderOptions

  constructor(options: SessionRecorderOptions) {
    this.#options = options
  }

  recordUpdate({ update, bytes }: ReceivedUpdate): void {
    const { update: kept, ...meta } = extractTerminalMeta(update)
    this.#options.terminals.applyReport(meta)
    if (kept)
      this.#options.log.add({ type: 'update', update: trimMeta(kept) }, bytes)
    const title = update.sessionUpdate === 'session_info_update' ? createTitle(update.title ?? '') : undefined
    if (title !== undefined && this.#options.status.stored.titleFrom !== 'person')
      this.#options.status.setAgentTitle(title)
    this.#options.status.dispatch({ type: 'updated' })
    if (update.sessionUpdate === 'agent_message_chunk')
      this.#options.status.onOutput()
    this.#options.onUpdate(update)
  }

  /** Records the thread's new session with its replay in one batch. */
  recordSession(session: LiveSession, { updates, isCut }: Replay): void {
    const { log, status } = this.#options
    log.flush()
    const before = log.transcript
    log.batch(() => {
      if (isCut) {
        log.add({
          type: 'notice',
          severity: 'info',
          title: 'The beginning of this session is not shown',
          description: 'It is too long. The agent remembers it.',
        })
      }
      updates.forEach(received => this.recordUpdate(received))
      this.#addSession(session)
      if (session.resumeFailure !== undefined && before.entries.length > 0) {
        log.add({
          type: 'notice',
          severity: 'warning',
          title: 'The agent starts a new session here and does not remember what was said above',
          details: session.resumeFailure,
        })
      }
      if (session.how === 'resume' && isExternal(before.head, status.stored.sessionId)) {
        log.add({
          type: 'notice',
          severity: 'info',
          title: 'Earlier messages of this session are not shown',
          description: 'The agent remembers them, but cannot show them again.',
        })
      }
    })
    status.patchLater({ sessionId: session.sessionId })
    const firstMessage = log.transcript.entries.find(entry => entry.kind === 'user')
    if (updates.length > 0 && firstMessage && status.stored.title === newThreadTitle)
      status.patchLater({ title: deriveTitle(firstMessage.content) })
  }

  #addSession({ sessionId, how, modes, configOptions, connection: { agentInfo, capabilities, canSteer }, request }: LiveSession): void {
    this.#options.log.add({
      type: 'session',
      sessionId,
      how,
      agent: agentInfo && { name: agentInfo.title ?? agentInfo.name, version: agentInfo.version },
      modes,
      configOptions,
      promptCapabilities: capabilities.promptCapabilities,
      ...request.additionalDirectories && { additionalFolders: request.additionalDirectories },
      ...capabilities.auth?.logout && { canSignOut: true },
      ...capabilities.sessionCapabilities?.delete && { canDelete: true },
      ...canFork(capabilities) && { canFork: true },
      ...canSteer && { canSteer },
    })
  }
}

/** Whether the session has never run in Parley, which then has no log of it. */
export function isExternal({ session }: ThreadHead, sessionId: string | undefined): boolean {
  return sessionId !== undefined && session === undefined
}
