// Writes and creates folders through links that lead out or nowhere yet, and beside the workspace.
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { attack, each } from '../attack.ts'

attack('writes-through-links', async ({ root, outside, write }) => {
  const links: Record<string, string> = {
    file: join(outside, 'kept'),
    folder: outside,
    relative: '../outside',
    dangling: join(outside, 'made'),
    danglingFolder: join(outside, 'madeFolder'),
    chain: 'folder',
    inner: 'danglingToo',
    danglingToo: join(outside, 'made'),
  }
  for (const [name, target] of Object.entries(links))
    symlinkSync(target, join(root, name))
  mkdirSync(join(root, 'honest'))
  symlinkSync(outside, join(root, 'honest/link'))
  return each(
    [
      'file',
      'folder/kept',
      'folder/new',
      'folder/a/b/new',
      'relative/kept',
      'dangling',
      'danglingFolder/new',
      'danglingFolder/a/b/new',
      'chain/kept',
      'chain/new/x',
      'inner',
      'danglingToo',
      'honest/link/new',
      'honest/link/a/b',
      '../outside/kept',
      '../outside/new/x',
      'honest/../../outside/new',
      '../root-evil',
    ],
    path => write(`${root}/${path}`),
  )
})
