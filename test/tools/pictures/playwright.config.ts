import { defineConfig } from '@playwright/test'

// Not a test: takes the pictures of the README and the docs, with `npx playwright test -c test/tools/pictures` after a
// build.
export default defineConfig({
  testDir: '.',
  testMatch: 'takePictures.ts',
  workers: 1,
  timeout: 120_000,
  reporter: 'list',
  outputDir: '../../test-results/pictures',
  projects: [{ name: 'web' }],
})
