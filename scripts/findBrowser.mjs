// Finds a browser for Parley: an installed one, or else the one that Playwright downloaded for the tests.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

const namesOnPath = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge', 'brave-browser']
const macNames = ['Google Chrome', 'Chromium', 'Microsoft Edge', 'Brave Browser']
const windowsPaths = [
  'Google/Chrome/Application/chrome.exe',
  'Microsoft/Edge/Application/msedge.exe',
  'Chromium/Application/chrome.exe',
  'BraveSoftware/Brave-Browser/Application/brave.exe',
]

/**
 * @param {Record<string, string | undefined>} [environment]
 * @param {NodeJS.Platform} [platform]
 * @returns {string | undefined} the path of a browser's program
 */
export function findBrowser(environment = process.env, platform = process.platform) {
  return [
    environment.BROWSER_PATH,
    environment.CHROMIUM_PATH,
    ...listUsualPaths(environment, platform),
  ].find(path => path && existsSync(path)) ?? playwrightBrowser()
}

/**
 * Finds a browser for pages that are never shown. Prefers Chromium's headless shell, which takes a fifth less CPU time.
 * @param {Record<string, string | undefined>} [environment]
 * @param {NodeJS.Platform} [platform]
 * @returns {string | undefined} the path of a browser's program
 */
export function findHeadlessBrowser(environment = process.env, platform = process.platform) {
  const isNamed = environment.BROWSER_PATH !== undefined || environment.CHROMIUM_PATH !== undefined
  const paths = isNamed || platform !== 'linux' ? [] : listOnPath('chromium-headless-shell', environment)
  const shell = paths.find(path => existsSync(path))
  return shell ?? findBrowser(environment, platform)
}

/** @returns {string | undefined} the path of a browser that Playwright has installed */
export function playwrightBrowser() {
  try {
    const path = createRequire(import.meta.url)('@playwright/test').chromium.executablePath()
    return existsSync(path) ? path : undefined
  }
  catch {
    return undefined // Playwright may be missing, or have no browser for this platform
  }
}

function listUsualPaths(environment, platform) {
  if (platform === 'darwin') {
    return ['/Applications', join(environment.HOME ?? '/', 'Applications')].flatMap(folder =>
      macNames.map(name => `${folder}/${name}.app/Contents/MacOS/${name}`),
    )
  }
  if (platform === 'win32') {
    return [environment.PROGRAMFILES, environment['PROGRAMFILES(X86)'], environment.LOCALAPPDATA]
      .filter(folder => folder !== undefined)
      .flatMap(folder => windowsPaths.map(path => join(folder, path)))
  }
  return namesOnPath.flatMap(name => listOnPath(name, environment))
}

function listOnPath(name, environment) {
  return (environment.PATH ?? '').split(delimiter).filter(folder => folder !== '').map(folder => join(folder, name))
}
