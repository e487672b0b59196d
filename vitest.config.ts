import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longestFirst.ts'

// Folders whose tests start no process and open no file descriptor that outlives them.
const pure = [
  'test/*.test.ts',
  'test/unit/{buffers,diff,electron,rules,shared,thread,threads}/**/*.test.ts',
  'test/tools/{fuzz,mutants,replay}/**/*.test.ts',
]
const dom = ['test/unit/{markdown,renderer}/**/*.test.ts']
const slow = ['test/**/*.slow.test.ts']
// They measure the memory of their process: in a shared process, garbage from other test files would be counted.
const measured = ['test/host/hostile/{memory,sizes}.slow.test.ts']
const globalSetup = ['test/support/memoryDisk.ts', 'test/support/buildOnce.ts']

// `--mode slow` runs what takes minutes; everything else is the gate.
export default defineConfig(({ mode }) => ({
  plugins: [vue()],
  test: {
    // One more than two processors: most tests wait for processes.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Test files of a project share their workers' modules: no test may leave anything in them.
    isolate: false,
    // Real processes and PTYs on two cores: generous, so that a slow machine is not a failure.
    testTimeout: 20_000,
    hookTimeout: 20_000,
    expect: { poll: { timeout: 15_000 } },
    projects: mode === 'slow'
      ? [
          { extends: true, test: { name: 'slow', include: slow, exclude: measured, globalSetup, testTimeout: 600_000 } },
          { extends: true, test: { name: 'measured', include: measured, globalSetup, testTimeout: 600_000, isolate: true } },
        ]
      : [
          // One worker each, in groups of their own: it gets all files at once, and so has one page of happy-dom for
          // all of them.
          {
            extends: true,
            test: { name: 'pure', include: pure, exclude: slow, pool: 'threads', maxWorkers: 1, sequence: { groupOrder: 0 } },
          },
          {
            extends: true,
            test: {
              name: 'dom',
              include: dom,
              exclude: slow,
              pool: 'threads',
              environment: 'happy-dom',
              setupFiles: ['test/support/emptyPage.ts'],
              maxWorkers: 1,
              sequence: { groupOrder: 1 },
            },
          },
          {
            extends: true,
            test: {
              name: 'process',
              include: ['test/**/*.test.ts'],
              exclude: [...slow, ...pure, ...dom],
              globalSetup,
              sequence: { groupOrder: 2 },
            },
          },
        ],
  },
}))
