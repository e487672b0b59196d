import type { Readable } from 'node:stream'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { homedir, userInfo } from 'node:os'
import { basename } from 'node:path'
import { errorMessage, HostError } from '../../../shared/errors'
import { isJsonObject } from '../../../shared/text/jsonObject'
import { killTree } from '../process/killTree'
import { getWindowsProgram, powerShell } from '../systemProgram'
import { type Environment, mergeRegistryEnvironment, mergeShellEnvironment } from './mergeEnvironment'

/** The file descriptor for the output. Bash closes 3 to 19 in an interactive login shell. */
const outputFd = 20
const posixQuote = (text: string): string => `'${text.replaceAll('\'', '\'\\\'\'')}'`
const posix: ShellDialect = { args: ['-l', '-i', '-c'], quote: posixQuote, descriptor: outputFd }
// csh accepts -l only as the sole option, so a dash before its name makes it a login shell. It expands "!" even in
// quotes, and closes all other descriptors.
const csh: ShellDialect = {
  args: ['-i', '-c'],
  dashed: true,
  quote: text => posixQuote(text).replaceAll('!', '\\!'),
  descriptor: 1,
}

/** By program name. */
const dialects: ReadonlyMap<string, ShellDialect> = new Map<string, ShellDialect>([
  // direnv, asdf and mise set their variables on fish's prompt event.
  [
    'fish',
    {
      args: ['-l', '-i', '-c'],
      before: 'emit fish_prompt; ',
      quote: text => `'${text.replaceAll('\\', '\\\\').replaceAll('\'', '\\\'')}'`,
      descriptor: outputFd,
    },
  ],
  ['csh', csh],
  ['tcsh', csh],
  ['nu', { args: ['-l', '-i', '-c'], quote: text => JSON.stringify(text), call: '^', descriptor: 1 }],
  [
    'pwsh',
    {
      args: ['-Login', '-NonInteractive', '-Command'],
      quote: text => `'${text.replaceAll('\'', '\'\'')}'`,
      call: '& ',
      descriptor: 1,
    },
  ],
])

const maxBytes = 4 * 1024 * 1024
/** How long a shell may take to exit after the output is complete. */
const exitTimeoutMs = 1_000

const registryScript = [
  '[Console]::OutputEncoding = [Text.Encoding]::UTF8;',
  '@{ machine = [Environment]::GetEnvironmentVariables(\'Machine\'); user = [Environment]::GetEnvironmentVariables(\'User\') }',
  '| ConvertTo-Json -Compress',
].join(' ')

/** Reads the environment from the person's login shell, or from the registry on Windows. Throws a `HostError`. */
export async function readShellEnvironment({
  own,
  signal,
  timeoutMs,
}: {
  own: Environment
  signal: AbortSignal
  timeoutMs: number
}): Promise<Environment> {
  const home = homedir()
  if (process.platform === 'win32') {
    const child = spawn(getWindowsProgram(powerShell), ['-NoProfile', '-NonInteractive', '-Command', registryScript], {
      stdio: ['ignore', 'pipe', 'ignore'],
      windowsHide: true,
    })
    const { machine, user } = parse(
      await readOutput(child, { from: child.stdout, shell: 'PowerShell', signal, timeoutMs }),
      'PowerShell',
    )
    return mergeRegistryEnvironment({ own, machine: pickStringFields(machine), user: pickStringFields(user), home })
  }
  const shell = own.SHELL || userInfo().shell || '/bin/sh'
  const dialect = getShellDialect(shell)
  const mark = `parley-${randomUUID()}`
  const script = `require("fs").writeFileSync(${dialect.descriptor},"\\n${mark}"+JSON.stringify(process.env)+"${mark}\\n")`
  const child = spawn(shell, [...dialect.args, createShellLine(dialect, [process.execPath, '-e', script])], {
    argv0: dialect.dashed ? `-${basename(shell)}` : undefined,
    cwd: home,
    env: { ...own, HOME: own.HOME || home, ELECTRON_RUN_AS_NODE: '1' },
    // In a new session, so that an interactive shell can't take over the terminal from which Parley was started.
    detached: true,
    stdio: Array.from({ length: Math.max(dialect.descriptor + 1, 3) }, (_, descriptor) =>
      descriptor === dialect.descriptor ? ('pipe' as const) : ('ignore' as const)),
  })
  // The pipe requested above; the types cover only the first five descriptors.
  const from = (child.stdio as readonly unknown[])[dialect.descriptor] as Readable
  const output = await readOutput(child, { from, shell, mark, signal, timeoutMs })
  return mergeShellEnvironment({ own, shell: pickStringFields(parse(output, shell)), home })
}

/**
 * Reads the output between two marks, or all of it without marks. Does not wait for the end of the output, because a
 * daemon started by an rc file may keep it open forever.
 */
async function readOutput(
  child: ChildProcess,
  { from, shell, mark, signal, timeoutMs }: { from: Readable, shell: string, mark?: string, signal: AbortSignal, timeoutMs: number },
): Promise<string> {
  let timer: NodeJS.Timeout | undefined
  let abort: (() => void) | undefined
  try {
    return await new Promise<string>((resolve, reject) => {
      const fail = (why: string): void =>
        reject(
          new HostError(
            'agent_failed',
            `The environment could not be read from "${shell}": ${why}. Agents get the one that Parley was started with. `
            + `Check the shell's start-up files, then choose "Reload the shell’s environment".`,
          ),
        )
      timer = setTimeout(fail, timeoutMs, `it was not done after ${timeoutMs / 1000} s`)
      abort = () => fail('Parley is closing')
      signal.addEventListener('abort', abort, { once: true })
      let text = ''
      from.setEncoding('utf8').on('data', (piece: string) => {
        text += piece
        if (text.length > maxBytes)
          return fail('it wrote too much')
        const parts = mark === undefined ? [] : text.split(mark)
        if (parts.length >= 3)
          resolve(parts[1]!)
      })
      from.on('end', () => (mark === undefined ? resolve(text) : fail('it ended before that')))
      child.on('error', error => fail(errorMessage(error)))
    })
  }
  catch (error) {
    if (child.pid !== undefined)
      await killTree({ pid: child.pid, graceMs: 0 })
    throw error
  }
  finally {
    clearTimeout(timer)
    if (abort)
      signal.removeEventListener('abort', abort)
    from.on('error', () => undefined).destroy() // no more output is needed
    const exitTimer = setTimeout(() => child.kill('SIGKILL'), exitTimeoutMs)
    exitTimer.unref()
    child.once('exit', () => clearTimeout(exitTimer))
  }
}

function parse(text: string, shell: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (isJsonObject(value))
      return value
  }
  catch {
    // Reported below, like JSON that is not an object.
  }
  throw new HostError(
    'agent_failed',
    `The environment that "${shell}" gave is not readable. Agents get the one that Parley was started with.`,
  )
}

function pickStringFields(value: unknown): Environment {
  return isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
    : {}
}

/** How to make a login shell run a line, and how to quote it. */
interface ShellDialect {
  readonly args: readonly string[]
  /** Shell code to run first. */
  readonly before?: string
  /** Quotes a literal word. */
  readonly quote: (text: string) => string
  /** Prefix that makes the shell run a program with a quoted name. */
  readonly call?: string
  /** Needs a dash before its name to become a login shell. */
  readonly dashed?: true
  /** A descriptor that programs inherit and rc files do not use. With 1, their output surrounds the marks. */
  readonly descriptor: 1 | typeof outputFd
}

/** The dialect of a shell; unknown shells are treated like sh. */
export function getShellDialect(shell: string): ShellDialect {
  return dialects.get(shell.slice(shell.lastIndexOf('/') + 1)) ?? posix
}

/** Builds a line that makes the shell run a program. */
export function createShellLine({ before = '', call = '', quote }: ShellDialect, words: readonly string[]): string {
  return `${before}${call}${words.map(quote).join(' ')}`
}
