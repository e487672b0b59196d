import type { Report } from './report'

/** Ends one part after the other. An error of one is reported, and does not keep the others from being ended. */
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
