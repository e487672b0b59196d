import { describe, it } from 'vitest'
import { readWhileSwapped, writeWhileSwapped } from './swapped'

describe('while another process swaps folders and files for links many thousand times', () => {
  it('never reads outside', () => readWhileSwapped(5_000))

  it.runIf(process.platform === 'linux')('never writes outside', () => writeWhileSwapped(2_500))
})
