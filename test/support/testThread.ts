import type { ContentBlock, CreateElicitationResponse } from '@agentclientprotocol/sdk'
import type { HostClient, TerminalView, ThreadSummary } from '../../src/shared/contract/contract'
import type { HostConnection } from '../../src/shared/rpc'
import type { Entry, PermissionEntry, ToolEntry, Transcript, TurnEndEntry } from '../../src/shared/thread/transcript'
import { formatTranscript } from '../../src/shared/thread/format'
import { reduce } from '../../src/shared/thread/reduce'
import { openElicitations, openPermissions } from '../../src/shared/thread/selectors'

/** How long a test waits for something before it says what it saw instead. */
export const patienceMs = 15_000

/** A thread as a renderer holds it: opened once, then kept up by events. */
export class TestThread {
  readonly threadId: string
  transcript: Transcript
  summary: ThreadSummary
  readonly #host: HostClient

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
      if (payload.threadId === threadId)
        thread.transcript = reduce(thread.transcript, payload.events)
    })
    on('threadChanged', (payload) => {
      if (payload.threadId === threadId)
        thread.summary = payload
    })
    return thread
  }

  get text(): string {
    return formatTranscript(this.transcript)
  }

  async send(prompt: string | ContentBlock[]): Promise<void> {
    const content: ContentBlock[] = typeof prompt === 'string' ? [{ type: 'text', text: prompt }] : prompt
    await this.#host.sendPrompt({ threadId: this.threadId, content: content as { type: string }[] })
  }

  /** Sends a prompt and waits for its turn's end, answering each permission request with the option of that kind. */
  async ask(prompt: string | ContentBlock[], { answer = 'allow_once' }: { answer?: string } = {}): Promise<TurnEndEntry> {
    const before = this.turnEnds.length
    await this.send(prompt)
    const answered = new Set<string>()
    await this.until(() => {
      for (const { request } of openPermissions(this.transcript)) {
        const option = request.options.find(option => option.kind === answer || option.optionId === answer)
        if (answered.has(request.requestId) || !option)
          continue
        answered.add(request.requestId)
        void this.answer(option.optionId, request.requestId)
      }
      return this.turnEnds.length > before
    })
    return this.turnEnds.at(-1)!
  }

  /** The open permission request, once there is one. */
  async permission(): Promise<PermissionEntry> {
    await this.until(() => openPermissions(this.transcript).length > 0)
    return openPermissions(this.transcript)[0]!
  }

  async answer(optionId: string | null, requestId?: string): Promise<void> {
    const id = requestId ?? (await this.permission()).request.requestId
    await this.#host.answerPermission({ threadId: this.threadId, requestId: id, optionId })
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

  async until(happened: () => boolean | Promise<boolean>): Promise<void> {
    for (const startedAt = Date.now(); !(await happened());) {
      if (Date.now() - startedAt > patienceMs)
        throw new Error(`it did not come to that; the thread is ${JSON.stringify(this.summary.activity)} and says:\n${this.text}`)
      await new Promise(done => setTimeout(done, 10))
    }
  }
}
