import type { SessionUpdate, ToolCall, ToolCallUpdate } from '@agentclientprotocol/sdk'

/** A tool call that was announced and goes on. */
export class ToolCallInTurn {
  readonly #send: (update: SessionUpdate) => Promise<void>
  #call: ToolCall

  constructor(call: ToolCall, send: (update: SessionUpdate) => Promise<void>) {
    this.#send = send
    this.#call = call
  }

  /** The call as it stands, with everything a permission request needs to show. */
  get call(): ToolCall {
    return this.#call
  }

  async update(changes: Omit<ToolCallUpdate, 'toolCallId' | '_meta'>): Promise<void> {
    // The agent never sends null here, which is all that the types of an update and of a call differ in.
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
    const said
      = text === undefined
        ? {}
        : { content: [...(this.#call.content ?? []), { type: 'content' as const, content: { type: 'text' as const, text } }] }
    await this.update({ status, ...said })
  }
}
