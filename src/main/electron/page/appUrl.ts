import { framedPaths } from '../../shell/rendererFiles'

/** Where Parley's page lives in the desktop app. */
export const appUrl = 'app://parley/'

/** The pages that draw diagrams and PDF documents, the only ones that may stand in a frame. */
export const framedUrls: readonly string[] = framedPaths.map(path => `app://parley${path}`)

/** Whether a URL belongs to Parley's own page. Node calls the origin of every custom scheme `null`, so scheme and host are compared. */
export function isAppUrl(url: string): boolean {
  const parsed = URL.parse(url)
  return parsed !== null && parsed.protocol === 'app:' && parsed.host === 'parley'
}
