/** Where Parley's page lives in the desktop app. */
export const appUrl = 'app://parley/'

/** Whether a URL belongs to Parley's own page. Node calls the origin of every custom scheme `null`, so scheme and host are compared. */
export function isAppUrl(url: string): boolean {
  const parsed = URL.parse(url)
  return parsed !== null && parsed.protocol === 'app:' && parsed.host === 'parley'
}
