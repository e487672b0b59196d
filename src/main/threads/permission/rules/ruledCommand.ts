import type { EnvVariable } from '@agentclientprotocol/sdk'
import type { CommandPlace } from '../../../rules/trackFolders'
import { homedir } from 'node:os'
import { relative } from 'node:path'
import { isWithin } from '../../../../shared/paths'
import { isRiskyVariable } from '../../../../shared/permission/environmentSafety'
import { alwaysAsk } from '../../../rules/alwaysAsk'
import { splitCommand, type SplitCommand } from '../../../rules/shell/splitCommand'
import { isProtected } from '../../../workspace/protectedNames'
import { judgedCommand } from '../request/judgedCommand'
import { starsSkipHidden } from './hiddenStars'
import { namesIn } from './namesIn'
import { isReallyInside, realPlace } from './realPlace'

/** A command as in a question. */
export interface AskedCommand {
  readonly commandLine: string
  readonly isShellLine: boolean
  readonly cwd?: string
  readonly env?: readonly EnvVariable[]
  /** Parley will start it in the sandbox. */
  readonly isSandboxed?: boolean
}

/** A command as rules see it. */
export interface RuledCommand {
  readonly command: SplitCommand
  /** Real path of its folder. */
  readonly cwd?: string
  /** How its words are resolved. */
  readonly place?: CommandPlace
  /** Why it is always asked about. */
  readonly never?: string
}

/** Analyses a command in a thread with these folders, and tells why it is always asked about, if it is. */
export function ruledCommand(
  { commandLine, isShellLine, cwd: asked, env = [] }: AskedCommand,
  folders: readonly [string, ...string[]],
): RuledCommand {
  const cwd = asked ?? folders[0]
  if (isShellLine && process.platform === 'win32')
    return { command: { parts: [], unsure: 'it is a line for a shell that the rules do not know' }, cwd }
  const isInside = (path: string): boolean => isReallyInside(path, folders)
  const { line, folder: start } = judgedCommand({ command: commandLine, cwd }, isInside)
  const command = splitCommand(line)
  const place: CommandPlace = {
    home: homedir(),
    folders,
    cwd: start,
    isInside,
    realPath: realPlace,
    namesIn,
    starsSkipHidden: starsSkipHidden(command.parts),
  }
  return {
    command,
    cwd: realPlace(start),
    place,
    never: alwaysAskReason(command, { place, env }) ?? neverIn(cwd, folders) ?? neverIn(realPlace(cwd) ?? cwd, folders),
  }
}

function alwaysAskReason(command: SplitCommand, { place, env }: { place: CommandPlace, env: readonly EnvVariable[] }): string | undefined {
  const variable = env.find(isRiskyVariable)
  if (variable)
    return `it sets ${variable.name}, which changes what runs`
  const context = { ...place, isProtected: (path: string) => isProtected(path, 'command'), variables: env.map(({ name }) => name) }
  return alwaysAsk(command.parts, context)
}

/** Folders in which names don't tell what a command touches. */
function neverIn(cwd: string, folders: readonly [string, ...string[]]): string | undefined {
  const home = folders.find(folder => isWithin(cwd, folder, process.platform)) ?? folders[0]
  return isProtected(relative(home, cwd), 'command') ? `it runs in ${cwd}, where files can change what runs later` : undefined
}
