import { describe, it } from 'vitest'
import { readWhileSwapped, writeWhileSwapped } from './swapped'

// Fifty times as many are in race.slow.test.ts.
describe('while another process swaps folders and files for links', () => {
  it('no read leaves the workspace', () => readWhileSwapped(100))

  // Elsewhere Node cannot create a file relative to an open folder, and a race of microseconds remains.
  it.runIf(process.platform === 'linux')('no write leaves the workspace', () => writeWhileSwapped(50))
})
