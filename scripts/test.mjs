// npm test: the gate. Two processors: whatever waits leaves its time to the types and to lint.
import { runSteps, summarize } from './runSteps.mjs'

const results = await runSteps([
  [
    { name: 'types', command: 'npm run -s typecheck' },
    { name: 'build', command: 'node scripts/ensureBrowser.mjs && npm run -s build' },
  ],
  [{ name: 'unit', command: 'npm run -s test:unit' }],
])
const isBuilt = results.find(({ name }) => name === 'build')?.hasPassed === true
if (!isBuilt)
  results.push({ name: 'e2e', seconds: 0, hasPassed: false })
results.push(...await runSteps([
  // Nothing that is in a hurry beside it: its tests watch what a person would wait for.
  isBuilt ? [{ name: 'e2e', command: 'playwright test', isShown: true }] : [],
  [{ name: 'lint', command: 'npm run -s lint', isPatient: true }],
]))
summarize(results)
