/**
 * Switches that Chromium or Electron reads from the same command line; a person may need them to make a window appear
 * at all.
 */
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

/** Windows adds it where a click on a notification starts Parley. */
const fromNotification = '-Embedding'

/**
 * What a person said to Parley: the command line without the program, the folder that Electron runs, and Chromium's
 * switches.
 */
export function ownArguments(argv: readonly string[], { isPackaged }: { isPackaged: boolean }): string[] {
  const said = argv.slice(1).filter(argument =>
    argument !== fromNotification && !chromiumSwitches.has(/^--([^=]+)/.exec(argument)?.[1] ?? ''))
  return isPackaged ? said : said.slice(1)
}
