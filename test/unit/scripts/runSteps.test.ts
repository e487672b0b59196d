import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const scripts = join(import.meta.dirname, '../../../scripts')

/** The output and exit code of a script that runs these lanes of named commands. */
function runLanes(lanes: Record<string, string>[]): { out: string, err: string, status: number | null } {
  const steps = lanes.map(lane => Object.entries(lane).map(([name, command]) => ({ name, command })))
  const script = `import { runSteps, summarize } from ${JSON.stringify(join(scripts, 'runSteps.mjs'))}
    summarize(await runSteps(${JSON.stringify(steps)}))`
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  return { out: stdout, err: stderr, status }
}

it('shows a step\'s complete output, even while another step runs', () => {
  const { out, status } = runLanes([{ slow: 'echo one; sleep 0.1; echo two' }, { quick: 'echo three' }])
  expect(out).toContain('one\ntwo\n== slow passed')
  expect(out).toContain('three\n== quick passed')
  expect(status).toBe(0)
})

it('continues after a failed step, names it, and fails', () => {
  const { out, err, status } = runLanes([{ first: 'exit 3', second: 'echo on' }])
  expect(out).toContain('== first FAILED')
  expect(out).toContain('on\n== second passed')
  expect(err).toBe('== Failed: first\n')
  expect(status).toBe(1)
})
