import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The data that a second start passes to the first. */
export interface SecondStart {
  readonly argv: string[]
  readonly workingDirectory: string
  readonly additionalData: unknown
}

/**
 * Lets one process own a folder, without waiting, like Electron's lock: the owner writes a file, and a second start
 * leaves a note beside it. Returns a function that releases the folder if this process is the owner, else `undefined`.
 */
export function lockSingleInstance({ folder, start, onSecondStart }: {
  folder: string
  start: SecondStart
  onSecondStart: (second: SecondStart) => void
}): (() => void) | undefined {
  const place = join(folder, 'SingletonElectronDouble')
  const ownerFile = join(place, 'owner')
  mkdirSync(place, { recursive: true })
  if (!takeOwnership(ownerFile)) {
    const note = join(place, `${process.pid}-${Date.now()}`)
    writeFileSync(note, JSON.stringify(start))
    renameSync(note, `${note}.note`)
    return undefined
  }
  const watcher = watch(place, () => {
    for (const name of readdirSync(place).filter(name => name.endsWith('.note'))) {
      const second = JSON.parse(readFileSync(join(place, name), 'utf8')) as SecondStart // written a few lines above
      rmSync(join(place, name))
      onSecondStart(second)
    }
  })
  watcher.unref()
  return () => {
    watcher.close()
    rmSync(place, { recursive: true, force: true })
  }
}

function takeOwnership(ownerFile: string): boolean {
  try {
    writeFileSync(ownerFile, String(process.pid), { flag: 'wx' })
    return true
  }
  catch {
    // There is an owner, alive or dead.
    if (isAlive(Number(readFileSync(ownerFile, 'utf8'))))
      return false
    rmSync(ownerFile)
    return takeOwnership(ownerFile)
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  }
  catch {
    return false // checks whether it is alive
  }
}
