import { defineConfig } from '@playwright/test'
import { electronKind } from './test/e2e/app/electronKind'

// Playwright finds Electron through this variable, in its own process.
const { overridePath } = electronKind()
if (overridePath !== undefined)
  process.env.ELECTRON_OVERRIDE_DIST_PATH = overridePath
const isSlow = process.env.PARLEY_TEST_SLOW !== undefined

export default defineConfig({
  testDir: 'test/e2e',
  // One more than two processors: while a test waits for an agent, another one works.
  workers: 3,
  fullyParallel: true,
  // A test is a walk through its subject: up to 20 s where nothing else runs.
  timeout: 120_000,
  // What takes minutes alone shares the processors with more of its kind.
  expect: { timeout: isSlow ? 30_000 : 10_000 },
  // Less than a test may take, so that an action that hangs says which one it was.
  use: { actionTimeout: 30_000 },
  // A test that needs a second try has found a bug, in itself or in Parley: the run names it at its end. But on a slow
  // machine one such test would otherwise hold up everything else.
  retries: 1,
  forbidOnly: process.env.CI !== undefined,
  // What takes minutes is run by `npm run test:slow`.
  grepInvert: isSlow ? undefined : /@slow/,
  reporter: [['list'], ['./test/e2e/app/electronReporter.ts'], ['./test/e2e/app/retryReporter.ts']],
  outputDir: 'test-results',
  projects: [
    { name: 'web', testIgnore: '**/e2e/desktop/**' },
    // The window is the same in both shells. Here is what may differ: how the page is served, menu, dialogs, clipboard,
    // start and end. What both show is tried on the desktop in the slow run.
    { name: 'desktop', grep: isSlow ? /@both|desktop\/\w+\.spec/ : /desktop\/\w+\.spec/ },
  ],
})
