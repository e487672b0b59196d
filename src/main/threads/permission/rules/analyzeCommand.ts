import type { EnvVariable } from '@agentclientprotocol/sdk'
import type { CommandPlace } from '../../../rules/trackFolders'
import { opendirSync } from 'node:fs'
import { homedir } from 'node:os'
import { relative } from 'node:path'
import { getSystemCode } from '../../../../shared/errors'
import { isWithin } from '../../../../shared/paths'
import { isRiskyVariable } from '../../../../shared/permission/environmentSafety'
import { findAskReason } from '../../../rules/alwaysAsk'
import { splitCommand, type SplitCommand } from '../../../rules/shell/splitCommand'
import { isProtected } from '../../../workspace/protectedNames'
import { normalizeCommand } from '../request/normalizeCommand'
import { starsSkipHidden } from './hiddenStars'
import { isInsideResolved, resolveLinks } from './resolveLinks'

/** A command as in a question. */
export interface AskedCommand {
  readonly commandLine: string
  readonly isShellLine: boolean
  readonly cwd?: string
  readonly env?: readonly EnvVariable[]
  /** Whether Parley will start it in the sandbox. */
  readonly isSandboxed?: boolean
}

/** A command, analyzed for rules. */
export interface AnalyzedCommand {
  readonly command: SplitCommand
  /** Real path of its folder. */
  readonly cwd?: string
  /** Resolves its words. */
  readonly place?: CommandPlace
  /** Reason to always ask, even if a rule allows it. */
  readonly alwaysAsk?: string
}

/** Analyzes a command in a thread with these folders, including whether it always needs approval. */
export function analyzeCommand(
  { commandLine, isShellLine, cwd: asked, env = [] }: AskedCommand,
  folders: readonly [string, ...string[]],
): AnalyzedCommand {
  const cwd = asked ?? folders[0]
  if (isShellLine && process.platform === 'win32')
    return { command: { parts: [], unsure: 'it is a line for a shell that the rules do not know' }, cwd }
  const isInside = (path: string): boolean => isInsideResolved(path, folders)
  const { line, folder: start } = normalizeCommand({ command: commandLine, cwd }, isInside)
  const command = splitCommand(line)
  const place: CommandPlace = {
    home: homedir(),
    folders,
    cwd: start,
    isInside,
    realPath: resolveLinks,
    namesIn: listNames,
    starsSkipHidden: starsSkipHidden(command.parts),
  }
  return {
    command,
    cwd: resolveLinks(start),
    place,
    alwaysAsk: findAlwaysAskReason(command, { place, env })
      ?? checkFolder(cwd, folders)
      ?? checkFolder(resolveLinks(cwd) ?? cwd, folders),
  }
}

function findAlwaysAskReason(
  command: SplitCommand,
  { place, env }: { place: CommandPlace, env: readonly EnvVariable[] },
): string | undefined {
  const variable = env.find(isRiskyVariable)
  if (variable)
    return `it sets ${variable.name}, which changes what runs`
  const context = {
    ...place,
    isProtected: (path: string) => isProtected(path, 'command'),
    variables: env.map(({ name }) => name),
  }
  return findAskReason(command.parts, context)
}

/**
 * Returns why commands in this folder always need approval: any file in a protected folder can change what runs later.
 */
function checkFolder(cwd: string, folders: readonly [string, ...string[]]): string | undefined {
  const home = folders.find(folder => isWithin(cwd, folder, process.platform)) ?? folders[0]
  return isProtected(relative(home, cwd), 'command')
    ? `it runs in ${cwd}, where files can change what runs later`
    : undefined
}

/** Maximum number of names checked for a word of a command. */
const maxNames = 2_000

/** Lists the names in a folder: none if it is missing, `undefined` if it is unreadable or has too many. */
export function listNames(path: string): readonly string[] | undefined {
  try {
    const folder = opendirSync(path)
    try {
      const names: string[] = []
      for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
        if (names.push(entry.name) > maxNames)
          return undefined
      }
      return names
    }
    finally {
      folder.closeSync()
    }
  }
  catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes(getSystemCode(error) ?? '') ? [] : undefined
  }
}
