// npm run test:slow: what takes minutes and the gate has a small share of. One after another: it measures memory and
// time.
import { runSteps, summarize } from './runSteps.mjs'

process.env.PARLEY_TEST_SLOW = '1' // playwright.config.ts leaves slow tests out otherwise
summarize(await runSteps([[
  { name: 'slow unit', command: 'vitest run --mode slow' },
  { name: 'ordinary user', command: 'node scripts/testAsUser.mjs' },
  { name: 'slow e2e', command: 'node scripts/ensureBrowser.mjs && npm run -s build && playwright test --grep "@slow|^desktop .*@both"' },
]]))
