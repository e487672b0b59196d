/** How an agent of the person's own is started: what stands in `settings.json` below its name. */
export interface AgentCommand {
  readonly command: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}
