import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'

// Folders whose tests start no process and open no file descriptor that outlives them.
const pure = [
  'test/*.test.ts',
  'test/unit/{buffers,diff,electron,rules,shared,thread,threads}/**/*.test.ts',
  'test/tools/{fuzz,mutants,replay}/**/*.test.ts',
]
const dom = ['test/unit/{markdown,renderer}/**/*.test.ts']
const slow = ['test/**/*.slow.test.ts']
const buildOnce = ['test/support/buildOnce.ts']

// `--mode slow` runs what takes minutes; everything else is the gate.
export default defineConfig(({ mode }) => ({
  plugins: [vue()],
  test: {
    // One more than two processors: most tests wait for processes.
    maxWorkers: 3,
    // Test files of a project share their workers' modules: no test may leave anything in them.
    isolate: false,
    // Real processes and PTYs on two cores: generous, so that a slow machine is not a failure.
    testTimeout: 20_000,
    hookTimeout: 20_000,
    projects: mode === 'slow'
      ? [{ extends: true, test: { name: 'slow', include: slow, globalSetup: buildOnce, testTimeout: 600_000 } }]
      : [
          { extends: true, test: { name: 'pure', include: pure, exclude: slow, pool: 'threads' } },
          { extends: true, test: { name: 'dom', include: dom, exclude: slow, pool: 'threads', environment: 'happy-dom' } },
          {
            extends: true,
            test: { name: 'process', include: ['test/**/*.test.ts'], exclude: [...slow, ...pure, ...dom], globalSetup: buildOnce },
          },
        ],
  },
}))
