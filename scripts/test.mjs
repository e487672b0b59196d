// npm test: the gate. The tests go one after the other, and whatever waits in them leaves its time to the types and to lint.
import { runSteps, summarize } from './runSteps.mjs'

summarize(await runSteps([
  [
    { name: 'unit', command: 'npm run -s test:unit' },
    // Needs the build, which has long ended by then. Nothing in a hurry beside it: its tests watch what a person would wait for.
    { name: 'e2e', command: 'playwright test', isShown: true },
  ],
  [
    { name: 'build', command: 'node scripts/ensureBrowser.mjs && npm run -s build' },
    { name: 'types', command: 'npm run -s typecheck', isPatient: true },
    { name: 'lint', command: 'npm run -s lint', isPatient: true },
  ],
]))
