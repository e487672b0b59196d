import { defineConfig } from '@playwright/test'
import { areAllDriven } from './test/agents/real/realAgents'

export default defineConfig({
  testDir: 'test/e2e-agents',
  // What takes longer is for a run of all.
  testIgnore: areAllDriven ? [] : ['**/all/*.spec.ts'],
  // Each test starts the whole app and an agent of several hundred megabytes.
  workers: 1,
  timeout: 900_000,
  // A busy machine is no fault of an agent's: some take most of a minute there to open a session.
  expect: { timeout: 120_000 },
  use: { actionTimeout: 120_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ['./test/e2e-agents/agentTimes.ts'], ['./test/e2e-agents/table/agentTable.ts']],
  outputDir: 'test-results/agents',
  projects: [{ name: 'web' }],
})
