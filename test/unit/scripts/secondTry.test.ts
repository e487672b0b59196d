import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const script = join(import.meta.dirname, '../../../.ci/secondTry.mjs')

function again(...log: string[]): string[] {
  const { stdout } = spawnSync(process.execPath, [script], { input: `${log.join('\n')}\n`, encoding: 'utf8' })
  return stdout.split('\n').filter(line => line !== '')
}

const gate = (...names: string[]): string[] => [`== Failed: ${names.join(', ')}`, '== npm test took 300 s and ended with 1']
const unit = (file: string): string => ` FAIL   process  ${file} > a rule`
function e2e(...files: string[]): string[] {
  return [`  ${files.length} failed`, ...files.map(file => `    [web] › ${file}:5:1 › a rule ─────`), '  70 passed (3.6m)']
}

it('reruns a few failed test files, each alone and with the same options', () => {
  const life = unit('test/host/life.test.ts')
  expect(again(life, life, ...gate('unit'))).toEqual(['npx vitest run test/host/life.test.ts'])
  expect(again(
    ...e2e('test/e2e/start.spec.ts', 'test/e2e/rules.spec.ts'),
    ...gate('e2e'),
    unit('test/host/buffers.slow.test.ts'),
    '== Failed: slow unit',
    '== npm run test:slow took 9 s and ended with 1',
  )).toEqual([
    'npx vitest run --mode slow test/host/buffers.slow.test.ts',
    'npx playwright test --retries 0 test/e2e/start.spec.ts',
    'npx playwright test --retries 0 test/e2e/rules.spec.ts',
  ])
  expect(again(...e2e('test/e2e-agents/claude.spec.ts'), '== npm run test:agents took 9 s and ended with 1'))
    .toEqual(['npm run test:agents -- test/e2e-agents/claude.spec.ts'])
})

it('reruns nothing if more than a few single files failed', () => {
  expect(again('== npm test took 300 s and ended with 0', '  73 passed (3.6m)'), 'nothing failed').toEqual([])
  expect(again(unit('test/host/life.test.ts'), ...gate('types', 'unit')), 'another step failed as well').toEqual([])
  expect(again(...gate('unit')), 'no test says why').toEqual([])
  expect(again(unit('test/host/life.test.ts'), ...gate('unit', 'e2e')), 'no test says why one step failed').toEqual([])
  expect(again(...e2e(...['a', 'b', 'c', 'd'].map(name => `test/e2e/${name}.spec.ts`)), ...gate('e2e')), 'too many').toEqual([])
  expect(again('⎯⎯⎯ Unhandled Errors ⎯⎯⎯', unit('test/host/life.test.ts'), ...gate('unit'))).toEqual([])
  expect(again(unit('test/host/life.test.ts'), ...gate('unit'), '== npm ci took 9 s and ended with 1')).toEqual([])
  for (const name of ['host/hostile/guard', 'tools/crash/crash', 'unit/changes/ledger', 'host/turnChanges'])
    expect(again(unit(`test/${name}.test.ts`), ...gate('unit')), name).toEqual([])
})
