// Makes a hard link to a file outside and writes to it.
import { linkSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { attack } from '../attack.ts'

attack('links-hard', async ({ root, outside, write }) => {
  linkSync(join(outside, 'kept'), join(root, 'file'))
  return { write: await write(join(root, 'file'), 'changed'), outside: readFileSync(join(outside, 'kept'), 'utf8') }
})
