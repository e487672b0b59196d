// Requests files that are not UTF-8; two are still text.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { attack, each } from '../attack.ts'

const files: Record<string, number[]> = {
  latin1: [0x61, 0xE4, 0x62],
  utf16: [0xFF, 0xFE, 0x61, 0x00],
  nul: [0x61, 0x00, 0x62],
  cut: [0x61, 0xE2, 0x82],
  overlong: [0xC0, 0xAF],
  surrogate: [0xED, 0xA0, 0x80],
}

attack('reads-bytes', async ({ root, read }) => {
  for (const [name, bytes] of Object.entries(files))
    writeFileSync(join(root, name), Buffer.from(bytes))
  return each(Object.keys(files), name => read(join(root, name)))
})
