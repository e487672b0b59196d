/**
 * Formats arguments for the form, one per line. An argument with a line break can't be shown this way: see
 * `canShowInLines`.
 */
export function formatArgs(args: readonly string[]): string {
  return args.join('\n')
}

/** Parses arguments. Ignores empty lines, as an empty argument can only be written in `settings.json`. */
export function parseArgs(text: string): string[] {
  return text.split(/\r?\n/).filter(line => line.trim() !== '')
}

/** Formats variables for the form: `NAME=value`, one per line. */
export function formatEnv(env: Readonly<Record<string, string>>): string {
  return Object.entries(env).map(([name, value]) => `${name}=${value}`).join('\n')
}

/** Parses variables. Returns the first line that is not `NAME=value`, if any. */
export function parseEnv(text: string): { env: Record<string, string> } | { invalidLine: string } {
  const env: [string, string][] = []
  for (const line of text.split(/\r?\n/).filter(line => line.trim() !== '')) {
    const found = /^\s*([^=\s]+)\s*=(.*)$/.exec(line)
    if (!found)
      return { invalidLine: line.trim() }
    env.push([found[1]!, found[2]!])
  }
  return { env: Object.fromEntries(env) }
}

/** Whether arguments and variables survive being shown in the form and parsed again. */
export function canShowInLines({ args, env }: {
  args: readonly string[]
  env: Readonly<Record<string, string>>
}): boolean {
  const back = parseEnv(formatEnv(env))
  return (
    JSON.stringify(parseArgs(formatArgs(args))) === JSON.stringify(args)
    && 'env' in back
    && JSON.stringify(back.env) === JSON.stringify(env)
  )
}
