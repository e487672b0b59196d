import { isAbsolute } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/** Why a thread cannot work there. */
export const ownDataFault = 'Parley keeps its own data in this folder. Choose another, or none.'

/** The path that a person means: they type and paste it with quotes, or from home. */
export function typedPath(typed: string, environment: Environment): string {
  const unquoted = /^(["'])(.*)\1$/.exec(typed.trim())?.[2] ?? typed.trim()
  return unquoted.replace(/^~(?=$|[\\/])/, homeOf(environment) ?? '~')
}

/** The person's own folder, where the environment names it. */
export function homeOf({ HOME, USERPROFILE }: Environment): string | undefined {
  return HOME ?? USERPROFILE
}

/** Why this cannot be a path of a folder. */
export function typedPathFault(path: string): string | undefined {
  if (path.includes('\0'))
    return 'This cannot be a path. Choose another.'
  return isAbsolute(path) ? undefined : `"${path}" is not a whole path. Give it from the top, such as /home/you/project.`
}
