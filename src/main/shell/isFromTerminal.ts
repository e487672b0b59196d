/** Whether a process with this environment was started from a terminal, and so has what the person's shell says already. */
export function isFromTerminal(environment: Readonly<Record<string, string | undefined>>): boolean {
  return environment.TERM !== undefined && environment.TERM !== 'dumb'
}
