// Why Electron could not start, and how to mend it.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Signals with which Chromium or the system end it. */
const crashes = ['SIGTRAP', 'SIGILL', 'SIGABRT', 'SIGSEGV', 'SIGBUS']
/** The system's loader: a library is missing, which it has named. */
const noLibrary = 127
const instead = 'Parley opens in a browser instead'

/**
 * One line for a person; `undefined` where Electron ended for a reason of Parley's own.
 * @param {{ electron: string, code: number | null, signal: string | null, system?: string }} end `system`: where the kernel's settings are
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
  const why = isRestricted(system) ? 'AppArmor keeps its sandbox from starting' : 'its sandbox does not start'
  return `Electron cannot start here, ${why}: ${instead}. For the desktop app, run once: `
    + `sudo chown root:root ${helper} && sudo chmod 4755 ${helper}`
}

/** Ubuntu since 23.10: only programs with a profile may make user namespaces, on which Chromium's sandbox rests. */
function isRestricted(system) {
  try {
    return readFileSync(join(system, 'kernel/apparmor_restrict_unprivileged_userns'), 'utf8').trim() === '1'
  }
  catch {
    return false // a system that has no such setting
  }
}
