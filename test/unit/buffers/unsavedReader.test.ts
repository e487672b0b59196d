import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createUnsavedReader } from '../../../src/main/buffers/unsavedReader'
import { Workspace } from '../../../src/main/workspace/workspace'
import { openedBuffers } from '../../support/openedBuffers'

it('lists the unsaved files of a workspace except secrets, and reads them as they would be saved', async () => {
  const { folder, buffers, type } = openedBuffers()
  await type('inside/notes.txt', 'one\r\ntwo\r\n')
  for (const name of ['.env', '.npmrc', '.pypirc', '.git-credentials', 'deploy_ed25519', '.docker/config.json'])
    await type(`inside/${name}`, 'TOKEN')
  await type('outside/notes.txt', 'text')
  await type('inside/data/notes.txt', 'of another thread')
  const workspace = await Workspace.open([join(folder, 'inside')], { closed: [join(folder, 'inside/data')] })
  const reader = createUnsavedReader(buffers)
  const path = join(folder, 'inside/notes.txt')
  expect(await reader.unsavedIn({ workspace })).toEqual([{ path }])
  expect(await reader.readUnsaved(path, {})).toBe('typed one\r\ntwo\r\n')
  expect(await reader.readUnsaved(path, { line: 2, limit: 1 })).toBe('two\r\n')
  expect(await reader.readUnsaved(join(folder, 'inside/other.txt'), {})).toBeUndefined()
})
