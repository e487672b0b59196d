import type { SessionUpdate, ToolCall, ToolCallUpdate } from '@agentclientprotocol/sdk'

/** An announced tool call that can be updated. */
export class ToolCallInTurn {
  readonly #send: (update: SessionUpdate) => Promise<void>
  #call: ToolCall

  constructor(call: ToolCall, send: (update: SessionUpdate) => Promise<void>) {
    this.#send = send
    this.#call = call
  }

  /** The current state of the call, with everything a permission request shows. */
  get call(): ToolCall {
    return this.#call
  }

  async update(changes: Omit<ToolCallUpdate, 'toolCallId' | '_meta'>): Promise<void> {
    // An update's type differs from a call's only in allowing null, which this agent never sends.
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
