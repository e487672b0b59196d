import { watchLauncher } from './launcher'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Resolves when Parley is to end: by a signal, because its launcher is gone, or because a bug left it in an unknown state. Until then
 * none of these ends the process, so that no agent is ever left behind.
 */
export function stopRequested({ onBug }: { onBug: (error: unknown) => void }): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of signals)
      process.on(signal, () => resolve())
    process.on('uncaughtException', (error) => {
      onBug(error)
      resolve()
    })
    // The reader of the printed line may hang up at any time; a launcher that is gone is noticed in another way.
    process.stdout.on('error', () => undefined)
    process.stderr.on('error', () => undefined)
    watchLauncher({ onGone: () => resolve() }).catch(onBug)
  })
}
