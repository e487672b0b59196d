import type { Report } from './report'

/** Ends one part after the other. What goes wrong with one is reported, and keeps no other from being ended. */
export async function endInOrder(parts: readonly { dispose(): unknown }[], report: Report): Promise<void> {
  for (const part of parts) {
    try {
      await part.dispose()
    }
    catch (error) {
      report(error, 'closing Parley')
    }
  }
}
