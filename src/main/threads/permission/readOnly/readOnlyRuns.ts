import type { CheckedStart } from '../../../terminal/startLine'
import type { Workspace } from '../../../workspace/workspace'
import type { AskedCommand } from '../rules/ruledCommand'
import { messageOf } from '../../../../shared/errors'
import { isHarmless } from '../../../../shared/permission/environmentSafety'
import { placedCommand } from '../../../../shared/toolCall/placedCommand'
import { type ReadOnlyCommand, readOnlyLine } from '../../../rules/readOnly/readOnlyLine'
import { quietGit } from '../../../system/quietGit'
import { systemProgram } from '../../../system/systemProgram'
import { whyNotGit } from './gitReads'
import { whyNotReadable } from './readablePlaces'

/** Variables that put other commands in the place of those that are named, or files in the place of options. */
const shellVariables = /^(?:BASH_ENV|ENV|BASH_FUNC_.*|POSIXLY_CORRECT)$/
/** Variables of git that change nothing of what a command that reads does. */
const harmlessGit
  = /^GIT_(?:PAGER|EDITOR|SEQUENCE_EDITOR|ASKPASS|TERMINAL_PROMPT|OPTIONAL_LOCKS|CONFIG_NOSYSTEM|SSL_\w+|(?:AUTHOR|COMMITTER)_.+)$/

/** Tells whether a command only reads what an agent may read, here and now. */
export class ReadOnlyRuns {
  readonly #environment: Readonly<Record<string, string | undefined>>
  readonly #find: (name: string) => string | undefined

  /** `find` is where a program is found. */
  constructor(
    environment: Readonly<Record<string, string | undefined>>,
    find = (name: string): string | undefined => systemProgram(name, environment),
  ) {
    this.#environment = environment
    this.#find = find
  }

  /** How it would be started, or why it needs a question. Looks at everything anew; where it cannot look, it needs one. */
  async look(asked: AskedCommand, workspace: Workspace): Promise<CheckedStart | { why: string }> {
    try {
      return await this.#look(asked, workspace)
    }
    catch (error) {
      return { why: `Parley could not look at all of it: ${messageOf(error)}` }
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
    const read = readOnlyLine(placed.line)
    if ('why' in read)
      return read
    const place = await whyNotReadable({ path: folder, of: 'names' }, folder, workspace)
    if (place !== undefined)
      return { why: place }
    const words: string[] = []
    for (const command of read.commands) {
      const program = this.#find(command.words[0]!)
      const why = program === undefined
        ? `${command.words[0]} is not the system's own`
        : await this.#whyNot(command, { program, folder, workspace })
      if (why !== undefined)
        return { why }
      words.push([program!, ...command.words.slice(1)].map(quoted).join(' '))
    }
    return {
      line: { file: '/bin/sh', args: ['-c', words.join(' | ')], shell: true },
      env: Object.entries(quietGit).map(([name, value]) => ({ name, value })),
    }
  }

  async #whyNot(
    { readings, git, variables }: ReadOnlyCommand,
    { program, folder, workspace }: { program: string, folder: string, workspace: Workspace },
  ): Promise<string | undefined> {
    const inherited = Object.keys(this.#environment).find(name => this.#environment[name] !== undefined
      && (shellVariables.test(name) || variables?.test(name) || (git && name.startsWith('GIT_') && !harmlessGit.test(name))))
    if (inherited !== undefined)
      return `${inherited} is set, which may change what it runs`
    for (const reading of readings) {
      const why = await whyNotReadable(reading, folder, workspace)
      if (why !== undefined)
        return why
    }
    return git && whyNotGit(git, { program, cwd: folder, environment: this.#environment }, workspace)
  }
}

/** As every shell reads it. */
function quoted(word: string): string {
  return `'${word.replaceAll('\'', '\'\\\'\'')}'`
}
