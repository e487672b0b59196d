import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { listNames } from '../../../src/main/threads/permission/rules/analyzeCommand'

it('lists the names in a folder, none in a missing one, and stops above a limit', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-names-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'sub'))
  writeFileSync(join(folder, '.a'), '')
  expect(listNames(folder)?.toSorted()).toEqual(['.a', 'sub'])
  expect([listNames(join(folder, 'none')), listNames(join(folder, '.a'))]).toEqual([[], []])
  for (let number = 0; number <= 2_000; number++)
    writeFileSync(join(folder, 'sub', `${number}`), '')
  expect(listNames(join(folder, 'sub'))).toBeUndefined()
})
