import { describe, it } from 'vitest'
import { readWhileSwapped, writeWhileSwapped } from './swapped'

describe('while another process swaps folders and files for links many thousand times', () => {
  it('no read leaves the workspace', () => readWhileSwapped(5_000))

  it.runIf(process.platform === 'linux')('no write leaves the workspace', () => writeWhileSwapped(2_500))
})
