// npm test: the gate. Two processors: types, lint and the build keep one busy while unit tests use what they leave.
import { runSteps, summarize } from './runSteps.mjs'

const results = await runSteps([
  [
    { name: 'types', command: 'npm run -s typecheck' },
    { name: 'lint', command: 'npm run -s lint' },
    { name: 'build', command: 'node scripts/ensureBrowser.mjs && npm run -s build' },
  ],
  [{ name: 'unit', command: 'npm run -s test:unit' }],
])
// Nothing beside it: its tests watch what a person would wait for.
if (results.find(({ name }) => name === 'build')?.hasPassed)
  results.push(...await runSteps([[{ name: 'e2e', command: 'playwright test' }]]))
else
  results.push({ name: 'e2e', seconds: 0, hasPassed: false })
summarize(results)
