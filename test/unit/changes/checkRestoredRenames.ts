import type { ReviewedFolder } from './reviewedFolder'
import { existsSync, renameSync } from 'node:fs'
import { expect } from 'vitest'

/** Checks that renames of every kind, one of a folder with `count` files, are restored, and the restore undone. */
export function checkRestoredRenames(folder: ReviewedFolder, count: number): void {
  folder.others(() => {
    for (let index = 0; index < count; index++)
      folder.write(`many/${index}.txt`, `${index}\n`)
    for (const name of ['edited.ts', 'Case.ts', 'over.ts', 'by.ts', 'many/deep/in.ts'])
      folder.write(name, `${name}\n`)
  })
  const before = folder.shape()
  folder.turn('A', 'p', () => {
    renameSync(folder.at('edited.ts'), folder.at('renamed.ts'))
    folder.write('renamed.ts', 'edited.ts\nmore\n')
    renameSync(folder.at('many'), folder.at('moved'))
    renameSync(folder.at('Case.ts'), folder.at('case.ts'))
    renameSync(folder.at('by.ts'), folder.at('over.ts'))
  })
  const after = folder.shape()

  expect(folder.restore('p')).toMatchObject({ left: [] })
  expect(folder.shape()).toEqual(before)
  folder.undo()
  expect(folder.shape()).toEqual(after)
  expect(existsSync(folder.at('many'))).toBe(false)
}
