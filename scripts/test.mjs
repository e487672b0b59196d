// npm test: the gate. Two lanes, because the gate is measured on two processors.
import { runSteps, summarize } from './runSteps.mjs'

const results = await runSteps([
  [
    { name: 'types', command: 'npm run -s typecheck' },
    { name: 'build', command: 'node scripts/ensureBrowser.mjs && npm run -s build' },
    { name: 'lint', command: 'npm run -s lint', isPatient: true },
  ],
  [
    { name: 'unit', command: 'npm run -s test:unit' },
    // Nothing CPU-intensive runs at the same time, because its tests measure response times.
    { name: 'e2e', command: 'playwright test', needs: 'build', isShown: true },
  ],
])
summarize(results)
