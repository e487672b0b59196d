import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { listenPrivately } from '../../../src/main/system/privateAddress'
import { temporaryFolder } from '../../support/temporaryFolder'

it.skipIf(process.platform === 'win32')('listens in /tmp if TMPDIR names a missing folder', async () => {
  vi.stubEnv('TMPDIR', join(temporaryFolder(), 'gone'))
  onTestFinished(() => void vi.unstubAllEnvs())
  const report = vi.fn()
  const { address, close } = listenPrivately(createServer(), 'start', report)
  onTestFinished(close)
  expect(address).toMatch(/^\/tmp\/parley-start-/)
})
