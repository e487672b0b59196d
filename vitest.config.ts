import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [vue()],
  test: {
    include: ['test/**/*.test.ts'],
    // Real processes and PTYs on two cores: generous, so that a slow machine is not a failure.
    testTimeout: 20_000,
    hookTimeout: 20_000,
    maxWorkers: 2,
    // Where nobody watches, a test that a busy machine let down gets one more try.
    retry: process.env.CI ? 1 : 0,
  },
})
