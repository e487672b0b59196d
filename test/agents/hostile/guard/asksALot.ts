// Requests READS files at once, and writes MEGABYTES in one message.
import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { attack } from '../attack.ts'

const size = Number(process.env.MEGABYTES) * 2 ** 20

attack('asks-a-lot', async ({ root, read, write }) => {
  writeFileSync(join(root, 'file'), 'text')
  const answers = await Promise.all(Array.from({ length: Number(process.env.READS) }, () => read(join(root, 'file'))))
  const large = join(root, 'large')
  const answer = await write(large, 'x'.repeat(size))
  return {
    answered: answers.length,
    served: answers.filter(text => text === 'text').length,
    refusals: [...new Set(answers.filter(text => text !== 'text'))],
    write: answer,
    written: existsSync(large) ? statSync(large).size : 0,
    after: await read(join(root, 'file')),
  }
})
