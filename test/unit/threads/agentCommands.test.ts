import type { Rule } from '../../../src/shared/settings/rules'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../../src/main/store/database'
import { ThreadStore } from '../../../src/main/store/threadStore'
import { ThreadRules } from '../../../src/main/threads/permission/rules/threadRules'

const lines = readFileSync(join(import.meta.dirname, '../../fixtures/commands.txt'), 'utf8')
  .split('\n')
  .filter(line => line !== '' && !line.startsWith('#'))
  .map(line => line.replaceAll('\\n', '\n').replaceAll('LONG', 'long text '.repeat(40)))

let folder: string
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'parley-commands-')))
  await mkdir(join(folder, 'scripts'))
  await mkdir(join(folder, 'sub'))
  for (const name of ['a.test.js', 'package.json', 'Makefile', 'sub/package.json', 'scripts/run.sh', 'scripts/check.py'])
    await writeFile(join(folder, name), '')
  await symlink('loop', join(folder, 'loop'))
  await symlink('nowhere', join(folder, 'dead'))
  return () => rm(folder, { recursive: true })
})

function judge(rules: readonly Rule[], commandLines: readonly string[]): (string | undefined)[] {
  const database = openDatabase(':memory:')
  onTestFinished(() => database.close())
  const store = new ThreadStore(database)
  for (const rule of rules)
    store.addWrittenRule(rule)
  const threadRules = new ThreadRules({ store, agent: { agentId: 'a', agentName: 'A', folders: [folder] } })
  return commandLines.map(commandLine =>
    threadRules.judgeSubject({ kind: 'command', commandLine, shell: true, cwd: folder, env: [] })?.effect)
}

it('the fixture has many commands of real agents', () => {
  expect(lines.length).toBeGreaterThan(200)
})

it('judges every command of real agents without an error, and allows none without a rule', () => {
  expect(judge([], lines)).not.toContain('allow')
})

it('allows only commands that a rule covers', () => {
  const effects = judge([{ effect: 'allow', command: 'git status' }, { effect: 'allow', command: 'npm test' }], lines)
  expect(lines.filter((_, index) => effects[index] === 'allow')).toEqual([
    'git status',
    'npm test',
    'cd sub && npm test',
    'bash -c \'npm test\'',
    'bash -lc \'cd sub && git status\'',
  ])
})

it('judges every command without an error if rules cover all', () => {
  expect(new Set(judge([{ effect: 'allow', command: '*' }], lines))).toEqual(new Set(['allow', 'ask', undefined]))
})

it('judges words that lead nowhere or are very long without an error', () => {
  const judged = judge([{ effect: 'allow', command: '*' }], [
    'node loop/x.js',
    'make -C sub',
    'node dead',
    `python3 -c '${'x'.repeat(5000)}'`,
    `npm test '${'x'.repeat(500)}'`,
    'node scripts/run.sh/x',
  ])
  expect(judged).toEqual(Array.from({ length: 6 }, () => 'allow'))
})
