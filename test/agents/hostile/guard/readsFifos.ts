// Requests five pipes without writers, all at once, then a file.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { attack } from '../attack.ts'

attack('reads-fifos', async ({ root, read, write }) => {
  const pipes = [1, 2, 3, 4, 5].map(number => join(root, `pipe${number}`))
  execFileSync('mkfifo', pipes)
  writeFileSync(join(root, 'file'), 'text')
  const startedAt = Date.now()
  const answers = await Promise.all([...pipes.map(path => read(path)), ...pipes.map(path => write(path))])
  return { answers, after: await read(join(root, 'file')), tookMs: Date.now() - startedAt }
})
