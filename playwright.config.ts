import { defineConfig } from '@playwright/test'
import { electronKind } from './test/e2e/app/electronKind'

// Playwright finds Electron through this variable, in its own process.
const { overridePath } = electronKind()
if (overridePath !== undefined)
  process.env.ELECTRON_OVERRIDE_DIST_PATH = overridePath

export default defineConfig({
  testDir: 'test/e2e',
  // Each test starts the whole app with real agents; two at a time on two cores make each other late.
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // On a machine that is late for once, a test gets a second try; it is then reported as flaky, not as passed.
  retries: process.env.CI === undefined ? 0 : 1,
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ['./test/e2e/app/electronReporter.ts']],
  outputDir: 'test-results',
  projects: [
    { name: 'desktop', testIgnore: '**/web/**' },
    { name: 'web', testIgnore: '**/desktop/**' },
  ],
})
