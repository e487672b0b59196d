const posixShells = 'sh|bash|zsh|dash|ksh'
const shells = `${posixShells}|fish|tcsh`
const languages = 'python[\\d.]*|node|deno|bun|perl|ruby|php'
const otherInterpreters = 'pwsh|powershell|iex|invoke-expression|osascript|lua'
const posixShell = new RegExp(`^(?:${posixShells})$`)
const systemShell = new RegExp(`^(?:(?:/usr(?:/local)?|/opt/homebrew)?/bin/)?(?:${posixShells})$`)
const shell = new RegExp(`^(?:${shells})$`)
const interpreter = new RegExp(`^(?:${shells}|${languages}|${otherInterpreters})$`)

/** Whether a program of this name is a shell that takes a line with `-c`, as sh does. */
export function isPosixShell(name: string): boolean {
  return posixShell.test(name)
}

/**
 * The same of a word that starts a program: only by bare name or from a system folder, as an agent can put such a file
 * elsewhere.
 */
export function isSystemShell(program: string): boolean {
  return systemShell.test(program)
}

/** Whether a program of this name is a shell of any kind. */
export function isShell(name: string): boolean {
  return shell.test(name)
}

/** Whether a program of this name runs whatever code reaches it. */
export function isInterpreter(name: string): boolean {
  return interpreter.test(name)
}

/** Whether a person's own shell, by its whole path, understands the lines that agents write: fish and others do not. */
export function understandsAgents(path: string): boolean {
  return /^\/.*\/(?:bash|zsh|sh)$/.test(path)
}
