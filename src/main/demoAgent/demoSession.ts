import type { ContentBlock, SessionUpdate, ToolCall, ToolCallContent, ToolCallUpdate } from '@agentclientprotocol/sdk'
import { defaultSettings, type Settings } from './sessionOptions'

/** A session as stored on disk. */
export interface SavedSession {
  readonly sessionId: string
  readonly cwd: string
  readonly title?: string
  readonly updatedAt: string
  readonly settings: Settings
  readonly usedTokens: number
  readonly history: SavedHistory
}

/** A conversation: its settings, its history and the person's remembered answers. */
export class DemoSession {
  readonly sessionId: string
  readonly history: History
  /** "Always" and "never" answers by action, until the process exits. */
  readonly remembered = new Map<string, 'allow' | 'reject'>()
  cwd: string
  title: string | undefined
  settings: Settings
  usedTokens: number

  constructor({ sessionId, cwd, saved }: { sessionId: string, cwd: string, saved?: SavedSession }) {
    this.sessionId = sessionId
    this.cwd = cwd
    this.title = saved?.title
    this.settings = saved?.settings ?? defaultSettings
    this.usedTokens = saved?.usedTokens ?? 0
    this.history = new History(saved?.history)
  }

  saved(): SavedSession {
    return {
      sessionId: this.sessionId,
      cwd: this.cwd,
      title: this.title,
      updatedAt: new Date().toISOString(),
      settings: this.settings,
      usedTokens: this.usedTokens,
      history: this.history.saved(),
    }
  }
}

/** A session's history as stored on disk. */
interface SavedHistory {
  readonly updates: readonly SessionUpdate[]
  readonly terminalOutputs: Readonly<Record<string, string>>
}

/** Longer conversations are truncated, so that a demo does not fill the disk. */
const maxUpdates = 5000

/** The updates of a session with joined chunks, for replay by `session/load`. */
class History {
  #updates: SessionUpdate[]
  readonly #terminalOutputs: Map<string, string>

  constructor(saved?: SavedHistory) {
    this.#updates = [...(saved?.updates ?? [])]
    this.#terminalOutputs = new Map(Object.entries(saved?.terminalOutputs ?? {}))
  }

  recordPrompt(prompt: readonly ContentBlock[]): void {
    for (const content of prompt)
      this.#updates.push({ sessionUpdate: 'user_message_chunk', content })
  }

  record(update: SessionUpdate): void {
    switch (update.sessionUpdate) {
      case 'agent_message_chunk':
      case 'agent_thought_chunk':
        this.#recordChunk(update)
        break
      case 'tool_call':
        this.#updates.push(update)
        break
      case 'tool_call_update':
        this.#replaceLast(
          known => known.sessionUpdate === 'tool_call' && known.toolCallId === update.toolCallId,
          known => mergeToolCall(known, update),
        )
        break
      case 'plan':
        if (
          !this.#replaceLast(
            known => known.sessionUpdate === 'plan',
            () => update,
            known => known.sessionUpdate === 'user_message_chunk',
          )
        ) {
          this.#updates.push(update)
        }
        break
      default: // other updates, such as notices, usage and modes, are not replayed
    }
    if (this.#updates.length > maxUpdates)
      this.#updates = this.#updates.slice(-maxUpdates)
  }

  /** Keeps the end of a command's output, because terminals do not outlive the client and a replay shows it as text. */
  keepTerminalOutput(terminalId: string, output: string): void {
    this.#terminalOutputs.set(terminalId, output.slice(-4000))
  }

  replay(): SessionUpdate[] {
    return this.#updates.map(update =>
      update.sessionUpdate === 'tool_call'
        ? { ...update, content: update.content?.map(content => this.#withoutTerminal(content)) }
        : update,
    )
  }

  saved(): SavedHistory {
    return { updates: this.#updates, terminalOutputs: Object.fromEntries(this.#terminalOutputs) }
  }

  #recordChunk(update: SessionUpdate & { sessionUpdate: 'agent_message_chunk' | 'agent_thought_chunk' }): void {
    const last = this.#updates.at(-1)
    if (
      last?.sessionUpdate === update.sessionUpdate
      && last.messageId === update.messageId
      && last.content.type === 'text'
      && update.content.type === 'text'
    ) {
      this.#updates[this.#updates.length - 1] = {
        ...last,
        content: { ...last.content, text: last.content.text + update.content.text },
      }
    }
    else {
      this.#updates.push(update)
    }
  }

  #replaceLast(
    matches: (update: SessionUpdate) => boolean,
    change: (update: SessionUpdate) => SessionUpdate,
    stopAt: (update: SessionUpdate) => boolean = () => false,
  ): boolean {
    for (let index = this.#updates.length - 1; index >= 0; index--) {
      const update = this.#updates[index]!
      if (stopAt(update))
        return false
      if (matches(update)) {
        this.#updates[index] = change(update)
        return true
      }
    }
    return false
  }

  #withoutTerminal(content: ToolCallContent): ToolCallContent {
    if (content.type !== 'terminal')
      return content
    const output = this.#terminalOutputs.get(content.terminalId) ?? ''
    return { type: 'content', content: { type: 'text', text: `\`\`\`\n${output.trimEnd()}\n\`\`\`` } }
  }
}

function mergeToolCall(known: SessionUpdate, changes: ToolCallUpdate): SessionUpdate {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined && value !== null))
  // A tool call merged with an update is still a tool call, but Object.fromEntries loses the type.
  return { ...known, ...given, sessionUpdate: 'tool_call' } as ToolCall & { sessionUpdate: 'tool_call' }
}
