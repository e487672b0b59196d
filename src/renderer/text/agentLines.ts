/**
 * Arguments as the form shows them, one on each line. An argument with a line break cannot be shown this way: see
 * `canShowInLines`.
 */
export function linesOfArgs(args: readonly string[]): string {
  return args.join('\n')
}

/** Empty lines are ignored: an empty argument can only be written in `settings.json`. */
export function argsOfLines(text: string): string[] {
  return text.split(/\r?\n/).filter(line => line.trim() !== '')
}

/** Variables as the form shows them: `NAME=value`, one on each line. */
export function linesOfEnv(env: Readonly<Record<string, string>>): string {
  return Object.entries(env).map(([name, value]) => `${name}=${value}`).join('\n')
}

/** The variables, or the first line that is not `NAME=value`. */
export function envOfLines(text: string): { env: Record<string, string> } | { wrongLine: string } {
  const env: [string, string][] = []
  for (const line of text.split(/\r?\n/).filter(line => line.trim() !== '')) {
    const found = /^\s*([^=\s]+)\s*=(.*)$/.exec(line)
    if (!found)
      return { wrongLine: line.trim() }
    env.push([found[1]!, found[2]!])
  }
  return { env: Object.fromEntries(env) }
}

/** Whether the form can show an agent and read back the same one. */
export function canShowInLines({ args, env }: { args: readonly string[], env: Readonly<Record<string, string>> }): boolean {
  const back = envOfLines(linesOfEnv(env))
  return (
    JSON.stringify(argsOfLines(linesOfArgs(args))) === JSON.stringify(args)
    && 'env' in back
    && JSON.stringify(back.env) === JSON.stringify(env)
  )
}
