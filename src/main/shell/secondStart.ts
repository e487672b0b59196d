import { watch } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const noteName = 'instance.wake'

/** Asks the Parley that runs on that data folder to show itself. Works across the two shells, which Electron's own lock does not. */
export async function wakeRunning(dataFolder: string): Promise<void> {
  await writeFile(notePath(dataFolder), '', { mode: 0o600 })
}

/** Removes a note that was left for a Parley that is gone. */
export async function clearWakeNote(dataFolder: string): Promise<void> {
  await rm(notePath(dataFolder), { force: true })
}

/** Calls `onWake` when another start asks this Parley to show itself, from now on and as long as it runs. */
export function watchSecondStarts(dataFolder: string, { onWake, report }: {
  onWake: () => void
  report: (error: unknown, context?: string) => void
}): void {
  const context = 'watching for second starts' // without it, a second start still prints where Parley runs
  try {
    const watcher = watch(dataFolder, { persistent: false }, (_event, name) => {
      // One note makes several events; only who removes it answers it.
      if (name === noteName)
        rm(notePath(dataFolder)).then(onWake, () => undefined)
    })
    watcher.on('error', error => report(error, context))
  }
  catch (error) {
    report(error, context)
  }
}

function notePath(dataFolder: string): string {
  return join(dataFolder, noteName)
}
