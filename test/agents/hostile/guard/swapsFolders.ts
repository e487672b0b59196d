// Lets another process swap a folder and a file with links that lead out, and reads and writes through them, in ROUNDS
// rounds.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { attack } from '../attack.ts'

const rounds = Number(process.env.ROUNDS)

attack('swaps-folders', async ({ root, outside, read, write }) => {
  mkdirSync(join(root, 'folder/sub'), { recursive: true })
  writeFileSync(join(root, 'folder/kept'), 'honest')
  writeFileSync(join(root, 'honest'), 'honest')
  symlinkSync('honest', join(root, 'file'))
  const swapper = spawn(process.execPath, [join(import.meta.dirname, '../../../unit/workspace/swapper.mjs'), root, outside], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let swaps = 0
  swapper.stdout.on('data', (data: Buffer) => swaps = Number(data.toString().trim().split('\n').at(-1)))
  await once(swapper.stdout, 'data')
  const startedAt = performance.now()
  const seen = new Set<string>()
  let written = 0
  for (let round = 0; round < rounds; round++) {
    const reads = Array.from({ length: 10 }, () => [read(join(root, 'folder/kept')), read(join(root, 'file'))]).flat()
    const writes = Array.from({ length: 5 }, (_, index) => [
      write(join(root, 'folder/written'), 'honest'),
      write(join(root, `folder/new${round}-${index}/x`), 'honest'),
      write(join(root, 'folder/sub/x'), 'honest'),
    ]).flat()
    for (const answer of await Promise.all(reads))
      seen.add(/^-?\d+ /.test(answer) ? 'error' : answer)
    written += (await Promise.all(writes)).filter(answer => answer === 'ok').length
  }
  const seconds = (performance.now() - startedAt) / 1000
  const closed = once(swapper, 'close')
  swapper.kill('SIGKILL')
  await closed
  return { seen: [...seen].sort(), written, swapsPerSecond: Math.round(swaps / seconds) }
})
