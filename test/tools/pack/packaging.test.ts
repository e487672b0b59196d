import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

// Whether electron-builder accepts its configuration: schema.slow.test.ts.
const builder = readFileSync('electron-builder.yml', 'utf8')

it('packages without the inspector and outside code, and with Node and its variables for the agents', () => {
  const [, fuses = ''] = /^electronFuses:\n((?: {2}.*\n)+)/m.exec(builder) ?? []
  const values = [...fuses.matchAll(/^ {2}(\w+): (\w+)/gm)].map(([, name, value]) => [name, value === 'true'])
  expect(Object.fromEntries(values)).toEqual({
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

it('Linux knows the app\'s windows by the name of its desktop file', () => {
  const { desktopName } = JSON.parse(readFileSync('package.json', 'utf8')) as { desktopName: string }
  expect(builder).toMatch(/^ {2}syncDesktopName: true$/m)
  expect(desktopName).toBe(`${/^ {2}executableName: (\S+)$/m.exec(builder)?.[1]}.desktop`)
})

it('Windows knows the app by the name that its shortcuts are given', () => {
  const appId = /^appId: (\S+)$/m.exec(builder)?.[1]
  expect(readFileSync('src/main/electron/main.ts', 'utf8')).toContain(`app.setAppUserModelId('${appId}')`)
})
