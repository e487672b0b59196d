const posixShells = 'sh|bash|zsh|dash|ksh'
const shells = `${posixShells}|fish|tcsh`
const languages = 'python[\\d.]*|node|deno|bun|perl|ruby|php'
const otherInterpreters = 'pwsh|powershell|iex|invoke-expression|osascript|lua'
const posixShell = new RegExp(`^(?:${posixShells})$`)
const systemShell = new RegExp(`^(?:(?:/usr(?:/local)?|/opt/homebrew)?/bin/)?(?:${posixShells})$`)
const shell = new RegExp(`^(?:${shells})$`)
const interpreter = new RegExp(`^(?:${shells}|${languages}|${otherInterpreters})$`)

/** Whether this program is a shell that takes `-c` like sh does. */
export function isPosixShell(name: string): boolean {
  return posixShell.test(name)
}

/**
 * `isPosixShell` for the first word of a command. Accepts only a bare name or a path in a system folder, because an
 * agent can create a file with that name elsewhere.
 */
export function isSystemShell(program: string): boolean {
  return systemShell.test(program)
}

/** Whether this program is a shell of any kind. */
export function isShell(name: string): boolean {
  return shell.test(name)
}

/** Whether this program executes its input. */
export function isInterpreter(name: string): boolean {
  return interpreter.test(name)
}

/**
 * Whether a login shell, given by absolute path, understands the command lines that agents write. Fish, for example,
 * does not.
 */
export function isAgentCompatibleShell(path: string): boolean {
  return /^\/.*\/(?:bash|zsh|sh)$/.test(path)
}
