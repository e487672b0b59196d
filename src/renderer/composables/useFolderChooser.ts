import { useHost } from './host/useHost'
import { useAsyncAction } from './useAsyncAction'

/** Lets the person choose a folder in the desktop's dialog, and keeps why that failed. */
export function useFolderChooser() {
  const { host } = useHost()
  const { failed, run } = useAsyncAction()

  /** Opens the dialog at the folder `startAt`, and passes the chosen folder to `take`. */
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
