// Requests a file of three gigabytes, as a whole and in part.
import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { attack } from '../attack.ts'

attack('reads-huge-file', async ({ root, read }) => {
  writeFileSync(join(root, 'gap'), '')
  writeFileSync(join(root, 'log'), 'a line\n'.repeat(100_000))
  for (const name of ['gap', 'log'])
    truncateSync(join(root, name), 3 * 2 ** 30)
  const startedAt = Date.now()
  return {
    whole: await read(join(root, 'gap')),
    part: await read(join(root, 'gap'), { limit: 10 }),
    beginning: await read(join(root, 'log'), { limit: 10 }),
    end: await read(join(root, 'log'), { line: 4_000_000_000, limit: 10 }),
    tookMs: Date.now() - startedAt,
  }
})
