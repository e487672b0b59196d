import type { Readable } from 'node:stream'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { homedir, userInfo } from 'node:os'
import { basename } from 'node:path'
import { errorMessage, HostError } from '../../../shared/errors'
import { isJsonObject } from '../../../shared/text/jsonObject'
import { killTree } from '../process/killTree'
import { powerShell, windowsProgram } from '../systemProgram'
import { type Environment, mergeRegistryEnvironment, mergeShellEnvironment } from './mergeEnvironment'

/** The descriptor for the answer. As an interactive login shell, bash closes those from 3 to 19. */
const markFd = 20
const posixQuote = (text: string): string => `'${text.replaceAll('\'', '\'\\\'\'')}'`
const posix: ShellDialect = { args: ['-l', '-i', '-c'], quote: posixQuote, descriptor: markFd }
// -l must be alone in csh, hence the dash; an exclamation mark means history even in quotes; other descriptors are
// closed.
const csh: ShellDialect = { args: ['-i', '-c'], dashed: true, quote: text => posixQuote(text).replaceAll('!', '\\!'), descriptor: 1 }

/** Keyed by the program's name. */
const dialects: ReadonlyMap<string, ShellDialect> = new Map<string, ShellDialect>([
  // direnv, asdf and mise set their variables when fish shows its prompt.
  [
    'fish',
    {
      args: ['-l', '-i', '-c'],
      before: 'emit fish_prompt; ',
      quote: text => `'${text.replaceAll('\\', '\\\\').replaceAll('\'', '\\\'')}'`,
      descriptor: markFd,
    },
  ],
  ['csh', csh],
  ['tcsh', csh],
  ['nu', { args: ['-l', '-i', '-c'], quote: text => JSON.stringify(text), call: '^', descriptor: 1 }],
  [
    'pwsh',
    { args: ['-Login', '-NonInteractive', '-Command'], quote: text => `'${text.replaceAll('\'', '\'\'')}'`, call: '& ', descriptor: 1 },
  ],
])

const maxBytes = 4 * 1024 * 1024
/** How long a shell may take to exit after its answer. */
const leaveMs = 1_000

const registryQuestion = [
  '[Console]::OutputEncoding = [Text.Encoding]::UTF8;',
  '@{ machine = [Environment]::GetEnvironmentVariables(\'Machine\'); user = [Environment]::GetEnvironmentVariables(\'User\') }',
  '| ConvertTo-Json -Compress',
].join(' ')

/**
 * Asks the person's login shell, on Windows the registry, for the environment. Throws a `HostError` that says what to
 * do.
 */
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
    const child = spawn(windowsProgram(powerShell), ['-NoProfile', '-NonInteractive', '-Command', registryQuestion], {
      stdio: ['ignore', 'pipe', 'ignore'],
      windowsHide: true,
    })
    const { machine, user } = parse(await answerOf(child, { from: child.stdout, shell: 'PowerShell', signal, timeoutMs }), 'PowerShell')
    return mergeRegistryEnvironment({ own, machine: texts(machine), user: texts(user), home })
  }
  const shell = own.SHELL || userInfo().shell || '/bin/sh'
  const dialect = shellDialect(shell)
  const mark = `parley-${randomUUID()}`
  const script = `require("fs").writeFileSync(${dialect.descriptor},"\\n${mark}"+JSON.stringify(process.env)+"${mark}\\n")`
  const child = spawn(shell, [...dialect.args, shellLine(dialect, [process.execPath, '-e', script])], {
    argv0: dialect.dashed ? `-${basename(shell)}` : undefined,
    cwd: home,
    env: { ...own, HOME: own.HOME || home, ELECTRON_RUN_AS_NODE: '1' },
    // A session of its own: an interactive shell must not reach for the terminal that Parley was started from.
    detached: true,
    stdio: Array.from({ length: Math.max(dialect.descriptor + 1, 3) }, (_, descriptor) =>
      descriptor === dialect.descriptor ? ('pipe' as const) : ('ignore' as const)),
  })
  // A pipe, as asked for just above; the types know only the first five.
  const from = (child.stdio as readonly unknown[])[dialect.descriptor] as Readable
  return mergeShellEnvironment({ own, told: texts(parse(await answerOf(child, { from, shell, mark, signal, timeoutMs }), shell)), home })
}

/**
 * The output between two marks, or all of it. Does not wait for the output's end, which a daemon of the rc files may
 * hold up forever.
 */
async function answerOf(
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
    from.on('error', () => undefined).destroy() // nothing more will be read
    const leaving = setTimeout(() => child.kill('SIGKILL'), leaveMs)
    leaving.unref()
    child.once('exit', () => clearTimeout(leaving))
  }
}

function parse(text: string, shell: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (isJsonObject(value))
      return value
  }
  catch {
    // Reported below, together with JSON that is not an object.
  }
  throw new HostError(
    'agent_failed',
    `The environment that "${shell}" gave is not readable. Agents get the one that Parley was started with.`,
  )
}

function texts(value: unknown): Environment {
  return isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
    : {}
}

/** How a login shell is asked to run one line, and how that line is written. */
interface ShellDialect {
  readonly args: readonly string[]
  /** Runs before ours, in the shell's own language. */
  readonly before?: string
  /** A word of a line, taken as it is. */
  readonly quote: (text: string) => string
  /** Makes the shell run a program whose name is quoted. */
  readonly call?: string
  /** Only a dash before its name makes it a login shell. */
  readonly dashed?: true
  /** Which of its descriptors a program inherits and rc files leave alone; 1 has their noise around it. */
  readonly descriptor: 1 | typeof markFd
}

/** The dialect of the shell at that path; an unknown one is treated like sh. */
export function shellDialect(shell: string): ShellDialect {
  return dialects.get(shell.slice(shell.lastIndexOf('/') + 1)) ?? posix
}

/** A line that makes the shell run a program. */
export function shellLine({ before = '', call = '', quote }: ShellDialect, words: readonly string[]): string {
  return `${before}${call}${words.map(quote).join(' ')}`
}
