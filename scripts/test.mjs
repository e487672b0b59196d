// npm test: the gate. Two processors: whatever waits leaves its time to the types and to lint.
import { runSteps, summarize } from './runSteps.mjs'

const results = await runSteps([
  [
    { name: 'types', command: 'npm run -s typecheck' },
    { name: 'build', command: 'node scripts/ensureBrowser.mjs && npm run -s build' },
    { name: 'lint', command: 'npm run -s lint', isPatient: true },
  ],
  [
    { name: 'unit', command: 'npm run -s test:unit' },
    // Nothing CPU-intensive runs beside it: its tests measure what a person would wait for.
    { name: 'e2e', command: 'playwright test', needs: 'build', isShown: true },
  ],
])
summarize(results)
