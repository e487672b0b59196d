import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { noBubblewrap } from '../../support/bubblewrap'
import { temporaryFolder } from '../../support/temporaryFolder'

const project = join(import.meta.dirname, '../../..')
const program = [process.execPath, '--import', './scripts/typescript.mjs', 'test/unit/sandbox/probeProgram.ts'] as const

function runProbe(around: readonly string[]): unknown {
  const [file, ...args] = [...around, ...program, temporaryFolder()]
  return JSON.parse(execFileSync(file, args, { cwd: project, encoding: 'utf8', env: { ...process.env, NODE_NO_WARNINGS: '1' } }))
}

it('finds a bubblewrap that works', ({ skip }) => {
  skip(noBubblewrap !== undefined, noBubblewrap)
  expect(runProbe([])).toMatchObject({ kind: 'bubblewrap' })
})

it('explains why bubblewrap may not create namespaces, and what to do', ({ skip }) => {
  skip(noBubblewrap !== undefined, noBubblewrap)
  expect(
    runProbe([
      'bwrap',
      '--unshare-user',
      '--disable-userns',
      '--cap-drop',
      'ALL',
      '--bind',
      '/',
      '/',
      '--dev',
      '/dev',
      '--bind-try', // where the temporary folder may be
      '/dev/shm',
      '/dev/shm',
      '--proc',
      '/proc',
      '--',
    ]),
  ).toEqual({ kind: 'none', why: expect.stringContaining('namespaces'), how: expect.stringContaining('AppArmor') })
})
