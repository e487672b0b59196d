import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startFailure } from '../../../src/main/shell/shellHost'
import { listenPrivately } from '../../../src/main/system/privateAddress'
import { temporaryFolder } from '../../support/temporaryFolder'

it.skipIf(process.platform === 'win32')('names the variable if the folder for temporary files is missing', () => {
  const missing = join(temporaryFolder(), 'gone')
  vi.stubEnv('TMPDIR', missing)
  onTestFinished(() => void vi.unstubAllEnvs())
  let failure: unknown
  try {
    listenPrivately(createServer(), 'start', vi.fn())
  }
  catch (error) {
    failure = error
  }
  expect(startFailure(failure, { dataFolder: '/data' }))
    .toBe(`The folder for temporary files, "${missing}", is not there or cannot be written. Correct or unset the variable TMPDIR.`)
})
