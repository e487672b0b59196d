import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listProcessesIn, listWatchdogs, startBusyParley } from './busyParley'

it.runIf(process.platform === 'linux')('the next start kills processes left running when Parley was killed with its watchdog', async () => {
  const { parley, start, dataFolder, project } = await startBusyParley()
  for (const { pid } of listWatchdogs(dataFolder))
    process.kill(pid, 'SIGKILL')
  parley.child.kill('SIGKILL')
  await parley.exit
  expect(readdirSync(join(dataFolder, 'processes'))).not.toEqual([])

  const next = start()
  await next.line()

  await expect.poll(() => [...listProcessesIn(project), ...readdirSync(join(dataFolder, 'processes'))], { timeout: 10_000 }).toEqual([])
  next.child.kill('SIGTERM')
  expect(await next.exit).toEqual({ code: 0, signal: null })
})

// For single processes: launches.test.ts.
describe.runIf(process.platform === 'linux')('a Parley that exits', () => {
  it('leaves no agents and commands running when it is killed', async () => {
    const { parley, dataFolder, project } = await startBusyParley()
    parley.child.kill('SIGKILL')
    await expect.poll(() => [...listProcessesIn(project), ...listWatchdogs(dataFolder)], { timeout: 10_000 }).toEqual([])
  })

  it('leaves no processes, records or watchdog when asked to exit', async () => {
    const { parley, dataFolder, project } = await startBusyParley()
    parley.child.kill('SIGTERM')
    expect(await parley.exit).toEqual({ code: 0, signal: null })
    expect([...listProcessesIn(project), ...listWatchdogs(dataFolder), ...readdirSync(join(dataFolder, 'processes'))]).toEqual([])
  })
})
