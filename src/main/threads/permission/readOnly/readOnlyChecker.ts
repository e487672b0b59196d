import type { CheckedStart } from '../../../terminal/startLine'
import type { Workspace } from '../../../workspace/workspace'
import type { AskedCommand } from '../rules/analyzeCommand'
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { errorMessage, getSystemCode } from '../../../../shared/errors'
import { isHarmless } from '../../../../shared/permission/environmentSafety'
import { toPlacedCommand } from '../../../../shared/toolCall/placedCommand'
import { parsePlainReads } from '../../../rules/plainPrograms'
import { resolveSystemProgram } from '../../../system/systemProgram'
import { isProtected } from '../../../workspace/protectedNames'

/** Variables that replace commands or add options. */
const shellVariables = /^(?:BASH_ENV|ENV|BASH_FUNC_.*|POSIXLY_CORRECT)$/
/** Matches `a/..`, in which some programs resolve a link at `a` and others don't. */
const parentAfterName = /[^/.][^/]*\/(?:.*\/)?\.\.(?:\/|$)/
/** Maximum length of a name in any file system. */
const maxNameBytes = 255

/** Checks whether a command consists only of plain programs that read what the agent may currently read. */
export class ReadOnlyChecker {
  readonly #environment: Readonly<Record<string, string | undefined>>
  readonly #find: (name: string) => string | undefined

  /** `find` locates a program. */
  constructor(
    environment: Readonly<Record<string, string | undefined>>,
    find = (name: string): string | undefined => resolveSystemProgram(name, environment),
  ) {
    this.#environment = environment
    this.#find = find
  }

  /** Returns how to start the command, or why it needs a question. Repeats all checks and fails closed. */
  async check(asked: AskedCommand, workspace: Workspace): Promise<CheckedStart | { why: string }> {
    try {
      return await this.#check(asked, workspace)
    }
    catch (error) {
      return { why: `Parley could not look at all of it: ${errorMessage(error)}` }
    }
  }

  async #check(
    { commandLine, cwd, env = [] }: AskedCommand,
    workspace: Workspace,
  ): Promise<CheckedStart | { why: string }> {
    if (process.platform === 'win32')
      return { why: 'no list of such commands was made for Windows' }
    const folder = cwd ?? workspace.roots[0]!
    const placed = toPlacedCommand({ command: commandLine }, folder)
    const variable = env.find(variable => !isHarmless(variable))
    if (placed.folder !== folder || variable)
      return { why: variable ? `it sets ${variable.name}` : 'it goes to another folder' }
    const inherited = Object.keys(this.#environment)
      .find(name => this.#environment[name] !== undefined && shellVariables.test(name))
    if (inherited !== undefined)
      return { why: `${inherited} is set, which may change what it runs` }
    const reads = parsePlainReads(placed.line)
    if ('why' in reads)
      return reads
    const here = await explainUnreadable('.', { folder, workspace, isDeep: false })
    if (here !== undefined)
      return { why: here }
    const commands: string[] = []
    for (const { words, places, isDeep } of reads) {
      const program = this.#find(words[0]!)
      if (program === undefined)
        return { why: `${words[0]} is not the system's own` }
      for (const place of places.filter(place => place !== '-')) {
        const why = await explainUnreadable(place, { folder, workspace, isDeep })
        if (why !== undefined)
          return { why }
      }
      commands.push([program, ...words.slice(1)].map(quote).join(' '))
    }
    return { line: { file: '/bin/sh', args: ['-c', commands.join(' | ')], shell: true }, env: [] }
  }
}

/** Explains why a path may not be read without asking. Returns `undefined` if it may. `folder` is the command's. */
async function explainUnreadable(
  path: string,
  { folder, workspace, isDeep }: { folder: string, workspace: Workspace, isDeep: boolean },
): Promise<string | undefined> {
  const location = await workspace.locateFolder(resolve(folder, path))
  if (location.kind !== 'inside' || parentAfterName.test(path))
    return `${path} is not surely in the folder`
  if (location.relativePaths.some(name => isProtected(name, 'read')))
    return `${path} often holds secrets`
  if (!isPlainOrMissing(location.realPath))
    return `${path} is no ordinary file or folder`
  return isDeep && workspace.reachesClosed(location.realPath) ? `${path} holds what is closed to agents` : undefined
}

/** Whether the path, links resolved, is a file or folder, or missing. False if inaccessible. */
function isPlainOrMissing(path: string): boolean {
  if (path.split('/').some(name => Buffer.byteLength(name) > maxNameBytes))
    return true // can't exist
  try {
    const status = statSync(path)
    return status.isDirectory() || status.isFile()
  }
  catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes(getSystemCode(error) ?? '')
  }
}

/** Quotes a word for any shell. */
function quote(word: string): string {
  return `'${word.replaceAll('\'', '\'\\\'\'')}'`
}
