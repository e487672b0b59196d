import type { CheckedStart } from '../../../terminal/startLine'
import type { Workspace } from '../../../workspace/workspace'
import type { AskedCommand } from '../rules/ruledCommand'
import { resolve } from 'node:path'
import { errorMessage } from '../../../../shared/errors'
import { isHarmless } from '../../../../shared/permission/environmentSafety'
import { placedCommand } from '../../../../shared/toolCall/placedCommand'
import { plainReads } from '../../../rules/plainPrograms'
import { systemProgram } from '../../../system/systemProgram'
import { isProtected } from '../../../workspace/protectedNames'
import { lookAt } from '../rules/lookAt'

/** Variables that replace commands or add options. */
const shellVariables = /^(?:BASH_ENV|ENV|BASH_FUNC_.*|POSIXLY_CORRECT)$/
/** Some programs resolve a link at `a` in `a/..`, others don't. */
const climbs = /[^/.][^/]*\/(?:.*\/)?\.\.(?:\/|$)/

/** Checks whether a command consists of plain programs that only read what the agent may read, here and now. */
export class ReadOnlyRuns {
  readonly #environment: Readonly<Record<string, string | undefined>>
  readonly #find: (name: string) => string | undefined

  /** `find` locates a program. */
  constructor(
    environment: Readonly<Record<string, string | undefined>>,
    find = (name: string): string | undefined => systemProgram(name, environment),
  ) {
    this.#environment = environment
    this.#find = find
  }

  /** How the command would be started, or why it needs a question. Checks everything anew and fails closed. */
  async look(asked: AskedCommand, workspace: Workspace): Promise<CheckedStart | { why: string }> {
    try {
      return await this.#look(asked, workspace)
    }
    catch (error) {
      return { why: `Parley could not look at all of it: ${errorMessage(error)}` }
    }
  }

  async #look({ commandLine, cwd, env = [] }: AskedCommand, workspace: Workspace): Promise<CheckedStart | { why: string }> {
    if (process.platform === 'win32')
      return { why: 'no list of such commands was made for Windows' }
    const folder = cwd ?? workspace.roots[0]!
    const placed = placedCommand({ command: commandLine }, folder)
    const variable = env.find(variable => !isHarmless(variable))
    if (placed.folder !== folder || variable)
      return { why: variable ? `it sets ${variable.name}` : 'it goes to another folder' }
    const inherited = Object.keys(this.#environment).find(name => this.#environment[name] !== undefined && shellVariables.test(name))
    if (inherited !== undefined)
      return { why: `${inherited} is set, which may change what it runs` }
    const reads = plainReads(placed.line)
    if ('why' in reads)
      return reads
    const here = await whyNotReadable('.', { folder, workspace, isDeep: false })
    if (here !== undefined)
      return { why: here }
    const commands: string[] = []
    for (const { words, places, isDeep } of reads) {
      const program = this.#find(words[0]!)
      if (program === undefined)
        return { why: `${words[0]} is not the system's own` }
      for (const place of places.filter(place => place !== '-')) {
        const why = await whyNotReadable(place, { folder, workspace, isDeep })
        if (why !== undefined)
          return { why }
      }
      commands.push([program, ...words.slice(1)].map(quoted).join(' '))
    }
    return { line: { file: '/bin/sh', args: ['-c', commands.join(' | ')], shell: true }, env: [] }
  }
}

/** Why a place may not be read without a question, or `undefined`. `folder`: the command's folder. */
async function whyNotReadable(
  path: string,
  { folder, workspace, isDeep }: { folder: string, workspace: Workspace, isDeep: boolean },
): Promise<string | undefined> {
  const location = await workspace.locateFolder(resolve(folder, path))
  if (location.kind !== 'inside' || climbs.test(path))
    return `${path} is not surely in the folder`
  if (location.relativePaths.some(name => isProtected(name, 'read')))
    return `${path} often holds secrets`
  if (lookAt(location.realPath) === 'unknown')
    return `${path} is no ordinary file or folder`
  return isDeep && workspace.reachesClosed(location.realPath) ? `${path} holds what is closed to agents` : undefined
}

/** Quotes a word for any shell. */
function quoted(word: string): string {
  return `'${word.replaceAll('\'', '\'\\\'\'')}'`
}
