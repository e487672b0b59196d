import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'test/e2e-agents',
  // Each test starts the whole app and an agent of several hundred megabytes.
  workers: 1,
  timeout: 420_000,
  expect: { timeout: 30_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ['./test/e2e-agents/agentTimes.ts']],
  outputDir: 'test-results/agents',
  projects: [{ name: 'web' }],
})
