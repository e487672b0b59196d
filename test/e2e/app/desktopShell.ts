import type { Shell, ShellStart } from './shell'
import { fileURLToPath } from 'node:url'
import { _electron } from '@playwright/test'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Starts the built desktop app on the available Electron. */
export async function startDesktop({ program, flags, env, onPage }: ShellStart): Promise<Shell> {
  const electron = await _electron.launch({
    ...program === undefined ? { args: [root, ...flags] } : { executablePath: program, args: [...flags] },
    cwd: root,
    env,
  })
  let log = ''
  const main = electron.process()
  main.stderr?.on('data', data => log += String(data))
  const page = await electron.firstWindow()
  onPage(page)
  await page.waitForURL(url => url.protocol !== 'about:')
  return {
    page,
    electron,
    log: () => log,
    close: async () => {
      if (main.exitCode !== null || main.signalCode !== null)
        return
      // Quits even while agents work.
      await electron.evaluate(({ dialog }) => {
        dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false })
      })
      await electron.close()
    },
    kill: async () => {
      const closed = electron.waitForEvent('close')
      main.kill('SIGKILL')
      await closed
    },
  }
}
