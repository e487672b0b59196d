// Starts commands in foreign folders.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { attack, each } from '../attack.ts'

attack('starts-elsewhere', async ({ root, outside, call }) => {
  mkdirSync(`${root}-evil`)
  mkdirSync(join(root, 'folder'))
  symlinkSync(outside, join(root, 'link'))
  symlinkSync('../outside', join(root, 'relative'))
  symlinkSync('/proc/self/cwd', join(root, 'process'))
  writeFileSync(join(root, 'file'), '')
  return each(
    [
      '/',
      outside,
      `${root}/..`,
      `${root}/../outside`,
      `${root}/link`,
      `${root}/link/sub`,
      `${root}/relative`,
      `${root}/process`,
      `${root}-evil`,
      '/proc/self',
      'folder',
      '..',
      '',
      `${root}/file`,
      `${root}/missing`,
      `${root}/%2e%2e/outside`,
      `${root}/folder\0`,
    ],
    async cwd => JSON.stringify(await call('terminal/create', { command: 'touch made-here', cwd })),
  )
})
