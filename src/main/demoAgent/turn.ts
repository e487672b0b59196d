import type { DemoSession } from './demoSession'
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type AgentContext,
  type ClientCapabilities,
  type ContentBlock,
  methods,
  type PlanEntry,
  type SessionUpdate,
  type ToolCall,
  type ToolCallUpdate,
} from '@agentclientprotocol/sdk'
import { readPace } from './sessionOptions'

/** Thrown when the turn is cancelled. */
export class TurnCancelled extends Error {}

interface TurnParts {
  readonly session: DemoSession
  readonly prompt: readonly ContentBlock[]
  readonly client: AgentContext
  readonly capabilities: ClientCapabilities
  readonly signal: AbortSignal
  readonly beatMs: number
  readonly save: () => void
}

/** A turn in progress. All methods throw if the turn is cancelled, so scenarios need no checks. */
export class Turn {
  readonly session: DemoSession
  readonly prompt: readonly ContentBlock[]
  readonly client: AgentContext
  readonly capabilities: ClientCapabilities
  readonly signal: AbortSignal
  /** Writes the session to disk now, not only at the end of the turn. */
  readonly save: () => void
  readonly #beatMs: number
  #messageId: string | undefined

  constructor({ session, prompt, client, capabilities, signal, beatMs, save }: TurnParts) {
    this.session = session
    this.prompt = prompt
    this.client = client
    this.capabilities = capabilities
    this.signal = signal
    this.save = save
    this.#beatMs = beatMs
  }

  /** The text of the prompt. */
  get text(): string {
    return this.prompt.map(block => block.type === 'text' ? block.text : '').join('\n').trim()
  }

  async update(update: SessionUpdate): Promise<void> {
    this.signal.throwIfAborted()
    if (update.sessionUpdate !== 'agent_message_chunk')
      this.#messageId = undefined
    this.session.history.record(update)
    await this.client.notify(methods.client.session.update, { sessionId: this.session.sessionId, update })
  }

  /** Streams Markdown in small chunks, separated by one beat. */
  async say(markdown: string): Promise<void> {
    for (const text of splitChunks(`${markdown}\n\n`)) {
      await this.show({ type: 'text', text })
      await this.pause(1)
    }
  }

  /** Appends a content block to the message. */
  async show(content: ContentBlock): Promise<void> {
    this.#messageId ??= randomUUID()
    await this.update({ sessionUpdate: 'agent_message_chunk', content, messageId: this.#messageId })
  }

  async think(thought: string): Promise<void> {
    for (const text of splitChunks(thought)) {
      await this.update({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text } })
      await this.pause(1)
    }
  }

  async plan(entries: PlanEntry[]): Promise<void> {
    await this.update({ sessionUpdate: 'plan', entries })
  }

  /** Sends a tool call and returns it for updates. */
  async startTool(toolCall: Omit<ToolCall, 'toolCallId'>): Promise<ToolCallInTurn> {
    const announced = { toolCallId: `call_${randomUUID().slice(0, 8)}`, ...toolCall }
    await this.update({ sessionUpdate: 'tool_call', ...announced })
    return new ToolCallInTurn(announced, update => this.update(update))
  }

  /** Waits for some beats, the time between two chunks of text. Throws when the turn is cancelled. */
  async pause(beats: number): Promise<void> {
    await this.pauseMs(beats * this.#beatMs * readPace(this.session.settings))
  }

  async pauseMs(durationMs: number): Promise<void> {
    await sleep(durationMs, undefined, { signal: this.signal })
  }

  /** Resolves a path, which may be a mention, because ACP requires absolute ones. */
  path(name: string): string {
    return resolve(this.session.cwd, name.replace(/^@/, ''))
  }

  /** Lists the prompt's attachments. */
  async listAttachments(): Promise<void> {
    const attachments = this.prompt.map(describeAttachment).filter(line => line !== undefined)
    if (attachments.length > 0)
      await this.say(`You attached:\n\n${attachments.map(line => `- ${line}`).join('\n')}`)
  }
}

/** Splits text into chunks of two or three words, without splitting a character. */
function splitChunks(text: string): string[] {
  return text.match(/\s*\S{1,24}(?:[^\S\n]+\S{1,12}(?!\S))?\s*/gu) ?? [text]
}

function describeAttachment(block: ContentBlock): string | undefined {
  switch (block.type) {
    case 'text':
      return undefined
    case 'image':
    case 'audio':
      return `an ${block.type}, \`${block.mimeType}\`, ${Math.ceil((block.data.length * 3) / 4)} bytes`
    case 'resource_link':
      return `a link to \`${block.name}\` (${block.uri})`
    case 'resource':
      return 'text' in block.resource
        ? `the text of \`${block.resource.uri}\`, ${block.resource.text.split('\n').length} lines`
        : `the file \`${block.resource.uri}\``
    default:
      return 'something that I do not know'
  }
}

/** A tool call that can be updated. */
export class ToolCallInTurn {
  readonly #send: (update: SessionUpdate) => Promise<void>
  #call: ToolCall

  constructor(call: ToolCall, send: (update: SessionUpdate) => Promise<void>) {
    this.#send = send
    this.#call = call
  }

  /** The current state of the call, for permission requests. */
  get call(): ToolCall {
    return this.#call
  }

  async update(changes: Omit<ToolCallUpdate, 'toolCallId' | '_meta'>): Promise<void> {
    // The types differ only in that an update allows null, which this agent never sends.
    this.#call = { ...this.#call, ...changes } as ToolCall
    await this.#send({ sessionUpdate: 'tool_call_update', toolCallId: this.#call.toolCallId, ...changes })
  }

  async complete(text?: string): Promise<void> {
    await this.#end('completed', text)
  }

  async fail(text: string): Promise<void> {
    await this.#end('failed', text)
  }

  async #end(status: 'completed' | 'failed', text: string | undefined): Promise<void> {
    const output
      = text === undefined
        ? {}
        : { content: [
            ...(this.#call.content ?? []),
            { type: 'content' as const, content: { type: 'text' as const, text } },
          ] }
    await this.update({ status, ...output })
  }
}
