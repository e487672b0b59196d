import { mkdtempSync, realpathSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** The real path of a folder that is removed after the test. */
export function temporaryFolder(prefix = 'parley-'): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), prefix)))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}
