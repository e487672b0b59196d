/** Whether all commands of the agent are allowed in this thread, in the sandbox or outside. */
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

  /** Permission outside the sandbox includes the sandbox, but not vice versa. */
  covers(isSandboxed: boolean): boolean {
    return this.since(isSandboxed) !== undefined
  }

  /** Returns the time of that answer. */
  since(isSandboxed: boolean): number | undefined {
    return this.#asYou ?? (isSandboxed ? this.#inSandbox : undefined)
  }
}
