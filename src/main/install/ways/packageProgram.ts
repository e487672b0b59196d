import type { InstalledProgram } from '../installStep'
import { closeSync, readSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { isWithin } from '../../../shared/paths'
import { isJsonObject } from '../../../shared/text/jsonObject'
import { openPlainFile, readPlainFile } from '../../system/readPlainFile'
import { InstallError } from '../installError'

/** The program of a package in the folder's `node_modules`, found the way npx does. */
export async function packageProgram(folder: string, name: string): Promise<InstalledProgram> {
  const packageFolder = join(folder, 'node_modules', ...name.split('/'))
  const manifest: unknown = JSON.parse(readPlainFile(join(packageFolder, 'package.json')))
  const bin = isJsonObject(manifest) ? binOf(manifest.bin, name) : undefined
  if (bin === undefined)
    throw new InstallError(`The package ${name} has no program, or several and none with its name. Tell its makers.`)
  const root = await realpath(folder)
  const file = join(packageFolder, bin)
  const real = await realpath(file).catch(() => undefined) // absent: told below
  if (real === undefined || !isWithin(real, root, process.platform))
    throw new InstallError(`The package ${name} lists the program "${bin}" but does not contain it. Tell its makers.`)
  const engines = isJsonObject(manifest) && isJsonObject(manifest.engines) ? manifest.engines.node : undefined
  return { file: relative(folder, file), runner: runnerOf(real), nodeRange: typeof engines === 'string' ? engines : undefined }
}

/** The only program, or the one with the name of the package. */
function binOf(bin: unknown, name: string): string | undefined {
  if (typeof bin === 'string')
    return bin
  const programs = new Map(
    Object.entries(isJsonObject(bin) ? bin : {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
  const distinct = new Set(programs.values())
  return distinct.size === 1 ? [...distinct][0] : programs.get(name.replace(/^@[^/]+\//, '')) ?? programs.get(name)
}

/** A Node script runs on the Node that Parley chooses; anything else, such as a native program, starts by itself. */
function runnerOf(file: string): InstalledProgram['runner'] {
  const descriptor = openPlainFile(file)
  try {
    const buffer = Buffer.alloc(256)
    const firstLine = buffer.toString('latin1', 0, readSync(descriptor, buffer)).split('\n')[0]!
    if (firstLine.startsWith('#!'))
      return /\bnode\b/.test(firstLine) ? 'node' : 'program'
    return /\.[cm]?js$/.test(file) ? 'node' : 'program'
  }
  finally {
    closeSync(descriptor)
  }
}
