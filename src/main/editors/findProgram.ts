import type { Environment } from '../system/environment/mergeEnvironment'
import { realpathSync } from 'node:fs'
import { isWithin } from '../../shared/paths'
import { commandCandidates, expandHome, isExecutable } from '../system/commandOnPath'

/** What `findProgram` looks for, and where. */
export interface ProgramSearch {
  /** Names on PATH, or absolute paths. */
  readonly names: readonly string[]
  /** Where else it may lie, with `~` and `%NAME%`. */
  readonly places?: readonly string[] | undefined
  readonly environment: Environment
  /** Real paths of folders that an agent works in: what lies there is no program of the person's. */
  readonly outside: readonly string[]
  readonly platform?: NodeJS.Platform
}

/** The absolute path of a program that can be started without a shell; `undefined` where none is there. */
export function findProgram({ names, places = [], environment, outside, platform = process.platform }: ProgramSearch): string | undefined {
  const onPath = names.flatMap(name =>
    commandCandidates({ command: expandHome(name, environment, platform), environment: startable(environment, platform), platform }))
  const elsewhere = places.flatMap(place => expandPlace(place, environment, platform) ?? [])
  return [...onPath, ...elsewhere].find(file =>
    isStartable(file, platform) && isExecutable(file, platform) && !isInside(file, outside, platform))
}

/** Scripts of Windows (`.cmd`) run in a shell, which reads more into an argument than a path. */
function startable(environment: Environment, platform: NodeJS.Platform): Environment {
  return platform === 'win32' ? { ...environment, PATHEXT: '.EXE' } : environment
}

function isStartable(file: string, platform: NodeJS.Platform): boolean {
  return platform !== 'win32' || /^[a-z]:\\.*\.exe$/i.test(file)
}

/** By its own path or by what a link at it leads to. What cannot be told counts as inside. */
function isInside(file: string, folders: readonly string[], platform: NodeJS.Platform): boolean {
  if (folders.some(folder => isWithin(file, folder, platform)))
    return true
  try {
    const real = realpathSync(file)
    return folders.some(folder => isWithin(real, folder, platform))
  }
  catch {
    return true // gone again, or not to be looked at
  }
}

function expandPlace(place: string, environment: Environment, platform: NodeJS.Platform): string | undefined {
  let isKnown = true
  const path = expandHome(place, environment, platform).replace(/%(\w+)%/g, (_, name: string) => {
    const value = environment[Object.keys(environment).find(key => key.toUpperCase() === name.toUpperCase()) ?? '']
    isKnown &&= value !== undefined
    return value ?? ''
  })
  return isKnown ? path : undefined
}
