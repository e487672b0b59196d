import { afterEach, describe, expect, it, vi } from 'vitest'
import { openKeychain } from '../../../src/main/electron/desktopPlatform'

/** Electron's `safeStorage` on different systems. "Encrypts" by reversing. */
const system = vi.hoisted(() => ({ isAvailable: true, backend: 'gnome_libsecret' }))

vi.mock('electron', () => ({
  safeStorage: {
    isEncryptionAvailable: () => system.isAvailable,
    getSelectedStorageBackend: () => system.backend,
    encryptString: (text: string) => Buffer.from([...text].reverse().join('')),
    decryptString: (sealed: Buffer) => [...sealed.toString()].reverse().join(''),
  },
}))

const platform = Object.getOwnPropertyDescriptor(process, 'platform')!

function setPlatform(name: NodeJS.Platform): void {
  Object.defineProperty(process, 'platform', { ...platform, value: name })
}

afterEach(() => {
  Object.defineProperty(process, 'platform', platform)
  Object.assign(system, { isAvailable: true, backend: 'gnome_libsecret' })
})

describe('the system\'s keychain', () => {
  it('encrypts a secret to text, and decrypts it', () => {
    const sealing = openKeychain()!
    const sealed = sealing.seal('key-ä-1')

    expect(sealed).toMatch(/^[A-Z0-9+/]+=*$/i)
    expect(Buffer.from(sealed, 'base64').toString()).toBe('1-ä-yek')
    expect(sealing.unseal(sealed)).toBe('key-ä-1')
  })

  it('is absent if encryption is not available', () => {
    system.isAvailable = false
    expect(openKeychain()).toBeUndefined()
  })

  it('is absent on a Linux that would encrypt with a well-known password, and only there', () => {
    system.backend = 'basic_text'
    setPlatform('linux')
    expect(openKeychain()).toBeUndefined()
    setPlatform('darwin')
    expect(openKeychain()).toBeDefined()
  })
})
