import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { noBubblewrap } from '../../support/bubblewrap'
import { folders } from './folders'

const project = join(import.meta.dirname, '../../..')

// A bind mount gives a folder a second name without any link, as a volume does that ignores case.
it('identifies folders by device and inode under any path, and kernel files wherever they are mounted', async ({ skip }) => {
  skip(noBubblewrap !== undefined, noBubblewrap)
  const { top, root } = await folders()
  const [alias, data, dataAlias] = [join(top, 'WS'), join(top, 'data'), join(top, 'DATA')]
  for (const folder of [alias, data, dataAlias, join(root, 'proc'), join(root, '.git')])
    mkdirSync(folder)
  writeFileSync(join(root, 'file'), 'text')
  writeFileSync(join(root, '.git/config'), 'text')
  writeFileSync(join(data, 'parley.db'), 'secret')
  const paths = [
    join(alias, 'file'),
    join(alias, '.git/config'),
    join(alias, 'new'),
    join(alias, '../ws-evil'),
    join(dataAlias, 'parley.db'),
    join(data, 'new'),
    join(root, 'proc/1/status'),
    join(root, 'proc/version'),
  ]

  const output = execFileSync(
    'bwrap',
    [
      '--dev-bind',
      '/',
      '/',
      '--bind',
      root,
      alias,
      '--bind',
      data,
      dataAlias,
      '--unshare-pid',
      '--proc',
      join(root, 'proc'),
      '--chdir',
      project,
      process.execPath,
      '--import',
      './scripts/typescript.mjs',
      'test/unit/workspace/mountsProbe.ts',
      root,
      data,
      ...paths,
    ],
    { encoding: 'utf8', env: { ...process.env, NODE_NO_WARNINGS: '1' } },
  )

  expect(Object.values(JSON.parse(output) as object)).toEqual([
    'inside file: text',
    'inside .git/config: text',
    `inside new: File not found: ${join(alias, 'new')}`,
    'outside',
    'refused',
    'refused',
    'inside proc/1/status: File access denied: path outside workspace',
    'inside proc/version: File access denied: path outside workspace',
  ])
})
