import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'test/e2e-agents',
  // Each test starts the whole app and an agent of several hundred megabytes.
  workers: 1,
  // Where nobody watches, one more try: an agent's install may meet a registry that hiccups.
  retries: process.env.CI ? 1 : 0,
  timeout: 420_000,
  expect: { timeout: 30_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: 'list',
  outputDir: 'test-results/agents',
  projects: [{ name: 'web' }],
})
