// Requests non-files, and paths that some later program may decode.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { attack, each } from '../attack.ts'

attack('reads-odd-paths', async ({ root, outside, read }) => {
  mkdirSync(join(root, 'folder'))
  mkdirSync(join(root, '%2e%2e'))
  writeFileSync(join(root, 'file'), 'file')
  writeFileSync(join(root, 'a%20b'), 'literal')
  writeFileSync(join(root, 'a\\b'), 'literal')
  writeFileSync(join(root, '%66ile'), 'literal')
  const refused = [
    root,
    `${root}/`,
    `${root}/.`,
    join(root, 'folder'),
    `${root}/folder/`,
    `${root}/file/`,
    `${root}/file/x`,
    `${root}/file/.`,
    `${root}/file/../file/.`,
    '',
    '/',
    '//',
    '/.',
    'file',
    './file',
    '~',
    '~/file',
    '$HOME/file',
    `file://${root}/file`,
    `${root}/file\0`,
    `${root}/\uD800`,
    `${root}/${'x/'.repeat(2048)}file`,
    `${root}/${'x'.repeat(300)}`,
    `${root}/../outside/kept`,
    `${root}/folder/../../outside/kept`,
    `${root}/%2e%2e/outside/kept`,
    `${root}/.%2E/outside/kept`,
    `${root}\\..\\outside\\kept`,
    `${root}/..\\outside\\kept`,
    `${outside}/../outside/kept`,
    `${root}/x/../../outside/kept`,
  ]
  const literal = [`${root}/a%20b`, `${root}/a\\b`, `${root}/%66ile`, `/${root}//./file`, `${root}/folder/../file`]
  return { refused: await each(refused, path => read(path)), literal: await each(literal, path => read(path)) }
})
