// npm run check, before a commit: types, plus lint and tests of the files changed since the last commit. `npm test` is
// the gate.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { runSteps, summarize } from './runSteps.mjs'

const changed = [['diff', '--name-only', '--diff-filter=d', 'HEAD'], ['ls-files', '--others', '--exclude-standard']]
  .flatMap(args => execFileSync('git', args, { encoding: 'utf8' }).split('\n'))
  .filter(path => /\.(?:ts|mts|js|mjs|vue)$/.test(path))
if (changed.length === 0) {
  console.log('Nothing has changed since the last commit.')
  process.exit()
}

const sources = changed.filter(path => path.startsWith('src/'))
// Tests that start processes take too long to run all tests related to a file: only those in its own folder, and
// changed ones, are run. The architecture test reads every file.
const testFolders = sources.map(path => `test/unit/${path.split('/')[2]}`).filter(folder => existsSync(folder))
const tests = [...new Set(['test/architecture.test.ts', ...testFolders, ...changed.filter(path => path.endsWith('.test.ts'))])]

const related = 'vitest related --run --passWithNoTests --project pure --project dom'
summarize(await runSteps([
  [{ name: 'types', command: 'npm run -s typecheck' }],
  [
    { name: 'lint', command: `npm run -s lint ${changed.join(' ')}` },
    ...sources.length === 0 ? [] : [{ name: 'tests of what uses it', command: `${related} ${sources.join(' ')}` }],
    { name: 'tests of its room', command: `vitest run ${tests.join(' ')}` },
  ],
]))
