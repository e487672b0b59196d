import { protocol } from 'electron'
import { readRendererFiles } from '../../shell/rendererFiles'
import { answerAppRequest } from './appUrl'

/** Registers `app:` as a scheme with its own origin, before the app is ready. No other origin may read from it. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([{
    scheme: 'app',
    privileges: { standard: true, secure: true, supportFetchAPI: true },
  }])
}

/**
 * Serves the built renderer at `app://parley/` from memory, because the app may later be unable to read its own
 * archive.
 */
export async function serveApp(rendererFolder: string): Promise<void> {
  const files = await readRendererFiles(rendererFolder)
  protocol.handle('app', request => answerAppRequest({ files, host: 'parley', request }))
}
