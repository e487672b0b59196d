import type { Report } from './report'

/** Disposes parts sequentially. Reports an error and continues with the next part. */
export async function disposeInOrder(parts: readonly { dispose(): unknown }[], report: Report): Promise<void> {
  for (const part of parts) {
    try {
      await part.dispose()
    }
    catch (error) {
      report(error, 'closing Parley')
    }
  }
}
