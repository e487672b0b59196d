import type { ContentBlock, CreateElicitationResponse } from '@agentclientprotocol/sdk'
import type { HostClient } from '../../src/shared/contract/contract'
import type { TerminalView } from '../../src/shared/contract/terminalView'
import type { ThreadSummary } from '../../src/shared/contract/threadSummary'
import type { HostConnection } from '../../src/shared/rpc'
import type { Entry, PermissionEntry, ToolEntry, Transcript, TurnEndEntry } from '../../src/shared/thread/transcript'
import { reduce } from '../../src/shared/thread/reduce/reduce'
import { openElicitations, openPermissions } from '../../src/shared/thread/selectors'
import { formatTranscript } from './formatTranscript'

/** How long a test waits for a condition before it fails with what it saw instead. */
export const patienceMs = 15_000
/** Files, processes and other threads send no events here. */
const lookAgainMs = 25

/** A thread as in a renderer: opened once, then updated by events. */
export class TestThread {
  readonly threadId: string
  transcript: Transcript
  summary: ThreadSummary
  readonly #host: HostClient
  readonly #wakeUps = new Set<() => void>()
  /** Cached, because formatting a long transcript is slow, and conditions read its text repeatedly. */
  #formatted?: { readonly transcript: Transcript, readonly text: string }

  private constructor({
    host,
    threadId,
    transcript,
    summary,
  }: {
    host: HostClient
    threadId: string
    transcript: Transcript
    summary: ThreadSummary
  }) {
    this.#host = host
    this.threadId = threadId
    this.transcript = transcript
    this.summary = summary
  }

  static async open({ host, on }: HostConnection, threadId: string): Promise<TestThread> {
    const transcript = await host.openThread({ threadId })
    const summary = (await host.listThreads({})).find(summary => summary.threadId === threadId)!
    const thread = new TestThread({ host, threadId, transcript, summary })
    on('threadEvents', (payload) => {
      if (payload.threadId !== threadId)
        return
      thread.transcript = reduce(thread.transcript, payload.events)
      thread.#wakeUp()
    })
    on('threadChanged', (payload) => {
      if (payload.threadId !== threadId)
        return
      thread.summary = payload
      thread.#wakeUp()
    })
    return thread
  }

  get text(): string {
    if (this.#formatted?.transcript !== this.transcript)
      this.#formatted = { transcript: this.transcript, text: formatTranscript(this.transcript) }
    return this.#formatted.text
  }

  async send(prompt: string | ContentBlock[]): Promise<void> {
    const content: ContentBlock[] = typeof prompt === 'string' ? [{ type: 'text', text: prompt }] : prompt
    await this.#host.sendPrompt({ threadId: this.threadId, content })
  }

  /** Sends a prompt, answers each permission request with the option of that kind, and waits for the turn's end. */
  async ask(prompt: string | ContentBlock[], { answer = 'allow_once' }: { answer?: string } = {}): Promise<TurnEndEntry> {
    const before = this.turnEnds.length
    await this.send(prompt)
    const answered = new Map<string, Promise<void>>()
    await this.until(() => {
      for (const { request } of openPermissions(this.transcript)) {
        const option = request.options.find(option => option.kind === answer || option.optionId === answer)
        if (answered.has(request.requestId) || !option)
          continue
        answered.set(request.requestId, this.answer(option.optionId, request.requestId))
      }
      return this.turnEnds.length > before
    })
    await Promise.all(answered.values())
    return this.turnEnds.at(-1)!
  }

  /** Waits for an open permission request. */
  async permission(): Promise<PermissionEntry> {
    await this.until(() => openPermissions(this.transcript).length > 0)
    return openPermissions(this.transcript)[0]!
  }

  async answer(optionId: string | null, requestId?: string, more: { scope?: 'thread', reason?: string } = {}): Promise<void> {
    const id = requestId ?? (await this.permission()).request.requestId
    await this.#host.answerPermission({ threadId: this.threadId, requestId: id, optionId, ...more })
  }

  async answerElicitation(response: CreateElicitationResponse): Promise<void> {
    await this.until(() => openElicitations(this.transcript).length > 0)
    await this.#host.answerElicitation({ threadId: this.threadId, requestId: openElicitations(this.transcript)[0]!.requestId, response })
  }

  async cancel(): Promise<void> {
    await this.#host.cancelTurn({ threadId: this.threadId })
  }

  terminal(terminalId: string): Promise<TerminalView | undefined> {
    return this.#host.openTerminal({ threadId: this.threadId, terminalId })
  }

  async turnEnd(): Promise<TurnEndEntry> {
    await this.until(() => !this.transcript.head.turnOpen && this.turnEnds.length > 0)
    return this.turnEnds.at(-1)!
  }

  get turnEnds(): TurnEndEntry[] {
    return this.of('turn-end')
  }

  get tools(): ToolEntry[] {
    return this.of('tool')
  }

  of<K extends Entry['kind']>(kind: K): Extract<Entry, { kind: K }>[] {
    return this.transcript.entries.filter((entry): entry is Extract<Entry, { kind: K }> => entry.kind === kind)
  }

  /** Checks the condition whenever the thread changes, and regularly, as files and processes send no events. */
  async until(happened: () => boolean | Promise<boolean>): Promise<void> {
    const startedAt = Date.now()
    for (;;) {
      const change = this.#change()
      if (await happened())
        return
      if (Date.now() - startedAt > patienceMs)
        throw new Error(`it did not come to that; the thread is ${JSON.stringify(this.summary.activity)} and says:\n${this.text}`)
      await change
    }
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      const wakeUp = (): void => {
        this.#wakeUps.delete(wakeUp)
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(wakeUp, lookAgainMs)
      this.#wakeUps.add(wakeUp)
    })
  }

  #wakeUp(): void {
    for (const wakeUp of this.#wakeUps)
      wakeUp()
  }
}
