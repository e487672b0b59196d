/** Since when every command of the agent is allowed in this thread: in a sandbox, and in any case. */
export class CommandScopes {
  #sandboxed: number | undefined
  #all: number | undefined

  get isEmpty(): boolean {
    return this.#all === undefined && this.#sandboxed === undefined
  }

  /** Remembers the person's "Allow for this thread". */
  allow(isSandboxed: boolean, since: number): void {
    if (isSandboxed)
      this.#sandboxed = since
    else
      this.#all = since
  }

  /** What was allowed without a sandbox is allowed in one, and never the other way round. The last answer counts. */
  since(isSandboxed: boolean): number | undefined {
    const all = [this.#all, isSandboxed ? this.#sandboxed : undefined].filter(since => since !== undefined)
    return all.length === 0 ? undefined : Math.max(...all)
  }
}
