// Watches a file of MEGABYTES while the client rewrites it, in different sizes.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { attack } from '../attack.ts'

const large = Number(process.env.MEGABYTES) * 2 ** 20
const small = large * 3 / 4

attack('watches-rewrite', async ({ root, write }) => {
  const path = join(root, 'file')
  await write(path, 'x'.repeat(large))
  const sizes = new Set<number>()
  const mixtures: string[] = []
  let looks = 0
  let isWriting = true
  const writing = (async () => {
    for (let round = 0; round < 8; round++)
      await write(path, round % 2 ? 'x'.repeat(large) : 'y'.repeat(small))
  })().finally(() => isWriting = false)
  while (isWriting) {
    sizes.add(statSync(path).size)
    const bytes = readFileSync(path)
    if (bytes.includes('x') && bytes.includes('y'))
      mixtures.push(`${bytes.length} bytes`)
    looks++
    await new Promise(done => setImmediate(done))
  }
  await writing
  return { sizes: [...sizes].sort((left, right) => left - right), mixtures, looks }
})
