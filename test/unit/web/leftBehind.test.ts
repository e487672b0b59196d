import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { busyParley, processesIn, watchdogs } from './busyParley'

// That the next start ends what also lost its watchdog is in leftBehind.slow.test.ts, and for single processes in
// launches.test.ts.
describe.runIf(process.platform === 'linux')('a Parley that ends', () => {
  it('leaves no agent and no command behind when it is killed without a word', async () => {
    const { parley, dataFolder, project } = await busyParley()
    parley.child.kill('SIGKILL')
    await expect.poll(() => [...processesIn(project), ...watchdogs(dataFolder)], { timeout: 10_000 }).toEqual([])
  })

  it('leaves neither those nor records or a watchdog when it is asked to end', async () => {
    const { parley, dataFolder, project } = await busyParley()
    parley.child.kill('SIGTERM')
    expect(await parley.exit).toEqual({ code: 0, signal: null })
    expect([...processesIn(project), ...watchdogs(dataFolder), ...readdirSync(join(dataFolder, 'processes'))]).toEqual([])
  })
})
