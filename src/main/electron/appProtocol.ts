import { protocol } from 'electron'
import { readRendererFiles } from '../rendererFiles'
import { answerAppRequest } from './appRequest'

/** Where Parley's page lives in the desktop app. */
export const appUrl = 'app://parley/'

/** Whether a URL belongs to Parley's own page. Node calls the origin of every custom scheme `null`, so scheme and host are compared. */
export function isAppUrl(url: string): boolean {
  const parsed = URL.parse(url)
  return parsed !== null && parsed.protocol === 'app:' && parsed.host === 'parley'
}

/** Makes `app:` a scheme with an origin of its own; to be called before the app is ready. No other origin may read from it. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } }])
}

/** Serves the built renderer at `app://parley/`, from memory: later the app may stop reading its own archive. */
export async function serveApp(rendererFolder: string): Promise<void> {
  const files = await readRendererFiles(rendererFolder)
  protocol.handle('app', request => answerAppRequest({ files, host: 'parley', request }))
}
