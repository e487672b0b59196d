/** Whether every command of the agent is allowed in this thread: in the sandbox, or as the person. */
export class CommandScopes {
  #inSandbox = false
  #asYou = false

  get isEmpty(): boolean {
    return !this.#asYou && !this.#inSandbox
  }

  /** Remembers the person's "Allow for this thread". */
  allow(isSandboxed: boolean): void {
    if (isSandboxed)
      this.#inSandbox = true
    else
      this.#asYou = true
  }

  /** What was allowed as the person is allowed in the sandbox, and never the other way round. */
  covers(isSandboxed: boolean): boolean {
    return this.#asYou || (isSandboxed && this.#inSandbox)
  }
}
