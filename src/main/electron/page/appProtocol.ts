import { protocol } from 'electron'
import { readRendererFiles } from '../../shell/rendererFiles'
import { answerAppRequest } from './appUrl'

/**
 * Makes `app:` a scheme with an origin of its own; to be called before the app is ready. No other origin may read from
 * it.
 */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } }])
}

/** Serves the built renderer at `app://parley/`, from memory: later the app may stop reading its own archive. */
export async function serveApp(rendererFolder: string): Promise<void> {
  const files = await readRendererFiles(rendererFolder)
  protocol.handle('app', request => answerAppRequest({ files, host: 'parley', request }))
}
