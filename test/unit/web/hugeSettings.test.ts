import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { connectedHost } from './connectedHost'
import { makeTemporaryHome, TestProcess } from './testProcess'

const hugeBytes = 200 * 1024 * 1024

describe.runIf(process.platform === 'linux')('a settings.json of 200 MB', () => {
  it('is reported and never read, and Parley works without it', async () => {
    const { home, dataFolder } = makeTemporaryHome()
    const file = join(dataFolder, 'settings.json')
    mkdirSync(dataFolder)
    writeFileSync(file, '{"agent_servers":{}}')
    truncateSync(file, hugeBytes)
    const program = [process.execPath, join(inject('builtHost'), 'main/web.js'), '--no-open']
    const parley = new TestProcess([...program, '--data-dir', dataFolder], { home })
    const { host, on } = await connectedHost(await parley.line())
    const faults: string[][] = []
    on('settingsFaults', found => faults.push(found.map(({ message }) => message)))

    expect((await host.hello({})).settingsFaults).toMatchObject([{ message: expect.stringContaining('larger than 1024 KB') }])
    rmSync(file)
    writeFileSync(file, '{}')
    await expect.poll(() => faults.at(-1)).toEqual([])
    truncateSync(file, hugeBytes)
    await expect.poll(() => faults.at(-1)).toMatchObject([expect.stringContaining('larger than 1024 KB')])

    expect((await host.listAgents({})).length).toBeGreaterThan(0)
    expect(countBytesRead(parley.child.pid!)).toBeLessThan(hugeBytes / 2)
  })
})

/** Number of bytes that a process has read, as counted by Linux. */
function countBytesRead(pid: number): number {
  return Number(/rchar: (\d+)/.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))![1])
}
