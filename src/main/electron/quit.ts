import { app } from 'electron'
import { messageOf } from '../../shared/errors'

/** Longer than any agent takes to end; what still hangs is then left to the system. */
const disposeTimeoutMs = 8_000

/** Holds the app's end back until `host` has ended its agents and stored everything. */
export function disposeOnQuit(host: { dispose(): Promise<void> }): void {
  let isDisposing = false
  app.on('will-quit', (event) => {
    event.preventDefault()
    if (isDisposing)
      return
    isDisposing = true
    const timeout = new Promise<never>((_, reject) =>
      setTimeout(() => reject(new Error(`still busy after ${disposeTimeoutMs} ms`)), disposeTimeoutMs),
    )
    Promise.race([host.dispose(), timeout]).then(() => app.exit(0), (error: unknown) => {
      process.stderr.write(`Parley did not end cleanly: ${messageOf(error)}\n`)
      app.exit(1)
    })
  })
}
