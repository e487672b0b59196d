// npm run test:slow: tests that take minutes. The gate runs a small sample of them. They run one after another, because
// they measure memory and time.
import { runSteps, summarize } from './runSteps.mjs'

process.env.PARLEY_TEST_SLOW = '1' // otherwise playwright.config.ts excludes slow tests
summarize(await runSteps([[
  { name: 'slow unit', command: 'vitest run --mode slow' },
  { name: 'ordinary user', command: 'node scripts/testAsUser.mjs' },
  { name: 'slow e2e', command: 'node scripts/ensureBrowser.mjs && npm run -s build && playwright test --grep "@slow|^desktop .*@both"' },
]]))
