// Replaces its folder by a link to another one, and by another folder.
import { mkdirSync, renameSync, rmdirSync, symlinkSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { attack } from '../attack.ts'

attack('replaces-root', async ({ root, outside, read, write }) => {
  const reads = async () => [await read(join(root, 'kept')), await write(join(root, 'new')), await read(join(root, 'sub/x'))]
  renameSync(root, `${root}.away`)
  symlinkSync(outside, root)
  const byLink = await reads()
  unlinkSync(root)
  mkdirSync(root)
  const byFolder = await reads()
  rmdirSync(root)
  renameSync(`${root}.away`, root)
  return { byLink, byFolder, after: await write(join(root, 'honest')) }
})
