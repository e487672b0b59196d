import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { resolveFiles, resolveFileToOpen } from '../../../src/main/threads/mentions/resolveFiles'
import { Workspace } from '../../../src/main/workspace/workspace'

it('does not access a path outside the folders or on a network', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'parley-files-')))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'a'), '')
  const workspace = await Workspace.open([folder])
  const locate = vi.spyOn(workspace, 'locate')
  const places = { workspace, folders: [folder] }

  const elsewhere = ['/etc/passwd', '../a', `${folder}x/a`, `${folder}/../x`, '//server/share/a', `/${folder}/a`, '\\\\server\\a', 'a\0']
  expect(await resolveFiles(elsewhere, places)).toEqual(elsewhere.map(() => null))
  for (const path of elsewhere)
    await expect(resolveFileToOpen(path, places)).rejects.toMatchObject({ code: 'not_found' })
  expect(locate).not.toHaveBeenCalled()
  expect(await resolveFiles(['a', join(folder, 'a')], places)).toEqual([join(folder, 'a'), join(folder, 'a')])
})
