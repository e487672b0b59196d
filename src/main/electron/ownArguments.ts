/** Switches of Chromium and Electron on the same command line. People may need them to get a window at all. */
const chromiumSwitches: ReadonlySet<string> = new Set([
  'no-sandbox',
  'disable-gpu',
  'disable-gpu-sandbox',
  'disable-dev-shm-usage',
  'disable-software-rasterizer',
  'use-gl',
  'use-angle',
  'enable-unsafe-swiftshader',
  'ozone-platform',
  'ozone-platform-hint',
  'enable-wayland-ime',
  'gtk-version',
  'enable-features',
  'disable-features',
  'force-device-scale-factor',
  'high-dpi-support',
  'force-color-profile',
  'password-store',
  'lang',
  'proxy-server',
  'enable-logging',
  'log-level',
  'v',
  'remote-debugging-port',
  'remote-debugging-pipe',
  'inspect',
  'inspect-brk',
])

/** Added by Windows when a click on a notification starts Parley. */
const fromNotification = '-Embedding'

/**
 * Parley's own arguments: the command line without the program, the folder that Electron runs, and Chromium's switches.
 */
export function parseOwnArguments(argv: readonly string[], { isPackaged }: { isPackaged: boolean }): string[] {
  const said = argv.slice(1).filter(argument =>
    argument !== fromNotification && !chromiumSwitches.has(/^--([^=]+)/.exec(argument)?.[1] ?? ''))
  return isPackaged ? said : said.slice(1)
}
