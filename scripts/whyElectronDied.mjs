// Explains why Electron could not start, and how to fix that.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Signals by which Chromium or the system ends it. */
const crashes = ['SIGTRAP', 'SIGILL', 'SIGABRT', 'SIGSEGV', 'SIGBUS']
/** Exit code if the system's loader did not find a library, which it names. */
const noLibrary = 127
const instead = 'Parley opens in a browser instead'

/**
 * Returns one line for the person; `undefined` if Electron exited for a reason of Parley's own.
 * @param {{ electron: string, code: number | null, signal: string | null, system?: string }} end `system`: folder of the kernel's settings
 * @returns {string | undefined} the line
 */
export function whyElectronDied({ electron, code, signal, system = '/proc/sys' }) {
  if (code === noLibrary)
    return `Electron cannot start here, a library is missing (see above): ${instead}. Install it with your system's packages.`
  if (!crashes.includes(signal))
    return undefined
  if (signal !== 'SIGTRAP' || process.platform !== 'linux')
    return `Electron cannot start here (${signal}): ${instead}.`
  const helper = JSON.stringify(join(dirname(electron), 'chrome-sandbox'))
  const why = restrictsNamespaces(system) ? 'AppArmor keeps its sandbox from starting' : 'its sandbox does not start'
  return `Electron cannot start here, ${why}: ${instead}. For the desktop app, run once: `
    + `sudo chown root:root ${helper} && sudo chmod 4755 ${helper}`
}

/** Since Ubuntu 23.10, only programs with a profile may create user namespaces, which Chromium's sandbox needs. */
function restrictsNamespaces(system) {
  try {
    return readFileSync(join(system, 'kernel/apparmor_restrict_unprivileged_userns'), 'utf8').trim() === '1'
  }
  catch {
    return false // other systems lack this setting
  }
}
