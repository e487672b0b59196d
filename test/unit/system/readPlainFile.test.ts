import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openPlainFile, readPlainFile, readPlainText } from '../../../src/main/system/readPlainFile'

function makeFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'plain-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

it('reads a regular file, also through a link, up to the limit', () => {
  const at = makeFolder()
  writeFileSync(join(at, 'a'), 'text')
  symlinkSync('a', join(at, 'link'))
  symlinkSync('link', join(at, 'further'))
  expect(['a', 'link', 'further'].map(name => readPlainText(join(at, name)))).toEqual(['text', 'text', 'text'])
  expect(() => readPlainFile(join(at, 'link'), { limitBytes: 3 })).toThrow('larger')
})

it('opens no folder, pipe, device or circular link, and never blocks', () => {
  const at = makeFolder()
  mkdirSync(join(at, 'folder'))
  execFileSync('mkfifo', [join(at, 'pipe')])
  symlinkSync('pipe', join(at, 'to-pipe'))
  symlinkSync('/dev/zero', join(at, 'to-device'))
  symlinkSync('circle', join(at, 'circle'))
  for (const name of ['folder', 'pipe', 'to-pipe', 'to-device', 'circle', 'none']) {
    expect(readPlainText(join(at, name)), name).toBeUndefined()
    expect(() => openPlainFile(join(at, name)), name).toThrow()
  }
})
