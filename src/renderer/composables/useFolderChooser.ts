import { useHost } from './host/useHost'
import { useAsyncAction } from './useAsyncAction'

/** Lets the person choose a folder in the system's dialog and keeps the reason of a failure. */
export function useFolderChooser() {
  const { host } = useHost()
  const { failed, run } = useAsyncAction()

  /** Opens the dialog at `startAt` and passes the chosen folder to `take`. */
  async function choose(startAt: string, take: (folder: string) => void): Promise<void> {
    failed.value = undefined
    await run(async () => {
      const folder = await host.chooseFolder({ startAt: startAt || undefined })
      if (folder !== undefined)
        take(folder)
    })
  }

  return { failed, choose }
}
