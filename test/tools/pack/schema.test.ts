import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getConfig, validateConfiguration } from 'app-builder-lib/out/util/config/config.js'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

it('electron-builder accepts the packaging configuration', async () => {
  const configuration = await getConfig(root, null, null)
  await expect(validate(configuration)).resolves.toBeUndefined()
})

it('electron-builder refuses a key that it does not know', async () => {
  const configuration = await getConfig(root, null, { noSuchKey: true } as object)
  await expect(validate(configuration)).rejects.toThrow('noSuchKey')
})

it('packages without the inspector and outside code, and with Node and its variables for the agents', async () => {
  const { electronFuses } = await getConfig(root, null, null)
  expect(electronFuses).toEqual({
    runAsNode: true,
    enableCookieEncryption: false,
    enableNodeOptionsEnvironmentVariable: true,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  })
})

it('Linux knows the app\'s windows by the name of its desktop file', async () => {
  const { linux } = await getConfig(root, null, null)
  const { desktopName } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { desktopName: string }
  expect(linux?.syncDesktopName).toBe(true)
  expect(desktopName).toBe(`${linux?.executableName}.desktop`)
})

it('Windows knows the app by the name that its shortcuts are given', async () => {
  const { appId } = await getConfig(root, null, null)
  expect(readFileSync(join(root, 'src/main/electron/main.ts'), 'utf8')).toContain(`app.setAppUserModelId('${appId}')`)
})

async function validate(configuration: Awaited<ReturnType<typeof getConfig>>): Promise<void> {
  const { DebugLogger } = await import('builder-util')
  await validateConfiguration(configuration, new DebugLogger(false))
}
