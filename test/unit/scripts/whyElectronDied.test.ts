import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { whyElectronDied } from '../../../scripts/whyElectronDied.mjs'

const electron = '/p/node_modules/electron/dist/electron'

/** The kernel's settings, with that one. */
function makeSystem(value: string): string {
  const system = mkdtempSync(join(tmpdir(), 'parley-system-'))
  onTestFinished(() => rmSync(system, { recursive: true }))
  mkdirSync(join(system, 'kernel'))
  writeFileSync(join(system, 'kernel/apparmor_restrict_unprivileged_userns'), `${value}\n`)
  return system
}

it.runIf(process.platform === 'linux')('explains a sandbox that does not start, with the command to run once', () => {
  const ended = { electron, code: null, signal: 'SIGTRAP' }
  const mend = 'sudo chown root:root "/p/node_modules/electron/dist/chrome-sandbox" && sudo chmod 4755 '
  const rules = [[makeSystem('1'), 'AppArmor keeps its sandbox'], [makeSystem('0'), 'its sandbox'], ['/none', 'its sandbox']] as const
  for (const [system, why] of rules) {
    const line = whyElectronDied({ ...ended, system })
    expect(line).toContain(`cannot start here, ${why}`)
    expect(line).toContain(mend)
  }
})

it('explains other crashes, and a missing library', () => {
  expect(whyElectronDied({ electron, code: null, signal: 'SIGSEGV' })).toMatch(/\(SIGSEGV\): Parley opens in a browser instead\.$/)
  expect(whyElectronDied({ electron, code: 127, signal: null })).toContain('a library is missing (see above)')
})

it('explains nothing after Parley\'s own exit or a requested one', () => {
  for (const [code, signal] of [[0, null], [1, null], [2, null], [null, 'SIGTERM'], [null, 'SIGKILL']] as const)
    expect(whyElectronDied({ electron, code, signal })).toBeUndefined()
})
