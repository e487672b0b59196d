import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const script = join(import.meta.dirname, '../../../.ci/secondTry.mjs')

function listReruns(...log: string[]): string[] {
  const { stdout } = spawnSync(process.execPath, [script], { input: `${log.join('\n')}\n`, encoding: 'utf8' })
  return stdout.split('\n').filter(line => line !== '')
}

function failGate(...names: string[]): string[] {
  return [`== Failed: ${names.join(', ')}`, '== npm test took 300 s and ended with 1']
}
const failUnit = (file: string): string => ` FAIL   process  ${file} > a rule`
function failE2e(...files: string[]): string[] {
  return [`  ${files.length} failed`, ...files.map(file => `    [web] › ${file}:5:1 › a rule ─────`), '  70 passed (3.6m)']
}

it('reruns a few failed test files, each alone and with the same options', () => {
  const life = failUnit('test/host/life.test.ts')
  expect(listReruns(life, life, ...failGate('unit'))).toEqual(['npx vitest run test/host/life.test.ts'])
  expect(listReruns(
    ...failE2e('test/e2e/start.spec.ts', 'test/e2e/rules.spec.ts'),
    ...failGate('e2e'),
    failUnit('test/host/buffers.slow.test.ts'),
    '== Failed: slow unit',
    '== npm run test:slow took 9 s and ended with 1',
  )).toEqual([
    'npx vitest run --mode slow test/host/buffers.slow.test.ts',
    'npx playwright test --retries 0 test/e2e/start.spec.ts',
    'npx playwright test --retries 0 test/e2e/rules.spec.ts',
  ])
  expect(listReruns(...failE2e('test/e2e-agents/claude.spec.ts'), '== npm run test:agents took 9 s and ended with 1'))
    .toEqual(['npm run test:agents -- test/e2e-agents/claude.spec.ts'])
})

it('reruns nothing if more than a few single files failed', () => {
  expect(listReruns('== npm test took 300 s and ended with 0', '  73 passed (3.6m)'), 'nothing failed').toEqual([])
  expect(listReruns(failUnit('test/host/life.test.ts'), ...failGate('types', 'unit')), 'another step failed as well')
    .toEqual([])
  expect(listReruns(...failGate('unit')), 'no test says why').toEqual([])
  expect(listReruns(failUnit('test/host/life.test.ts'), ...failGate('unit', 'e2e')), 'no test says why one step failed')
    .toEqual([])
  const many = ['a', 'b', 'c', 'd'].map(name => `test/e2e/${name}.spec.ts`)
  expect(listReruns(...failE2e(...many), ...failGate('e2e')), 'too many').toEqual([])
  expect(listReruns('⎯⎯⎯ Unhandled Errors ⎯⎯⎯', failUnit('test/host/life.test.ts'), ...failGate('unit'))).toEqual([])
  expect(listReruns(failUnit('test/host/life.test.ts'), ...failGate('unit'), '== npm ci took 9 s and ended with 1'))
    .toEqual([])
  for (const name of ['host/hostile/guard', 'tools/crash/crash', 'unit/changes/ledger', 'host/turnChanges'])
    expect(listReruns(failUnit(`test/${name}.test.ts`), ...failGate('unit')), name).toEqual([])
})
