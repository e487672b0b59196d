import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { namesIn } from '../../../src/main/threads/permission/rules/namesIn'

it('names what is in a folder, nothing where there is none, and gives up where there is too much', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-names-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'sub'))
  writeFileSync(join(folder, '.a'), '')
  expect(namesIn(folder)?.toSorted()).toEqual(['.a', 'sub'])
  expect([namesIn(join(folder, 'none')), namesIn(join(folder, '.a'))]).toEqual([[], []])
  for (let number = 0; number <= 2_000; number++)
    writeFileSync(join(folder, 'sub', `${number}`), '')
  expect(namesIn(join(folder, 'sub'))).toBeUndefined()
})
