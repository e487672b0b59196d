/** Whether every command of the agent is allowed in this thread: in the sandbox, or as the person. */
export class CommandScopes {
  #inSandbox: number | undefined
  #asYou: number | undefined

  get isEmpty(): boolean {
    return this.#asYou === undefined && this.#inSandbox === undefined
  }

  /** Remembers the person's "Allow for this thread". */
  allow(isSandboxed: boolean): void {
    if (isSandboxed)
      this.#inSandbox = Date.now()
    else
      this.#asYou = Date.now()
  }

  /** What was allowed as the person is allowed in the sandbox, and never the other way round. */
  covers(isSandboxed: boolean): boolean {
    return this.since(isSandboxed) !== undefined
  }

  /** When that was. */
  since(isSandboxed: boolean): number | undefined {
    return this.#asYou ?? (isSandboxed ? this.#inSandbox : undefined)
  }
}
