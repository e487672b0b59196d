// npm run test:slow: what takes minutes and the gate has a small share of. One after another: it measures memory and time.
import { runSteps, summarize } from './runSteps.mjs'

summarize(await runSteps([[
  { name: 'slow unit', command: 'vitest run --mode slow' },
  // An expression that no name matches takes the place of the one that keeps slow tests out of the gate.
  { name: 'slow e2e', command: 'node scripts/ensureBrowser.mjs && npm run -s build && playwright test --grep @slow --grep-invert "^$"' },
]]))
