import type { Platform } from '../host/platform'
import { safeStorage } from 'electron'

/**
 * The system's keychain, once the app is ready. Absent where there is none: on a Linux without one Chromium would
 * "encrypt" with a password that is public, which must not count as a keychain.
 */
export function keychain(): ReturnType<NonNullable<Platform['sealing']>> {
  if (!safeStorage.isEncryptionAvailable())
    return undefined
  if (process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text')
    return undefined
  return {
    seal: text => safeStorage.encryptString(text).toString('base64'),
    unseal: sealed => safeStorage.decryptString(Buffer.from(sealed, 'base64')),
  }
}
