import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { attacked, untouched } from './attacked'
import { keepsTheEnd } from './sizes'

describe.runIf(process.platform !== 'win32')('a command of a hostile agent', () => {
  it('does not start outside the agent\'s folders', async () => {
    const { report, asked, outside, root, left } = await attacked<Record<string, string>>('terminal/startsElsewhere')

    expect(Object.entries(report).filter(([, answer]) => !/^"-32(?:602|603) /.test(answer))).toEqual([])
    // Honest paths elsewhere are asked about; everything that climbs or leads out in disguise is not.
    expect(asked).toEqual([
      '/',
      outside,
      `${root}-evil`,
      expect.stringContaining(join(root, 'file')),
      expect.stringContaining(join(root, 'missing')),
    ])
    expect(left).toEqual(untouched)
    expect(existsSync(join(root, 'made-here'))).toBe(false)
  })

  it('gets each argument unchanged', async () => {
    const { report, root } = await attacked<{ output: string, expected: string }>('terminal/passesArguments', 'allow_once')

    expect(report.output).toBe(report.expected.replace('\u001B]0;x\u0007', ''))
    expect(readdirSync(root)).toEqual([])
  })

  it('inherits no variables of the agent or of Parley', async () => {
    process.env.PARLEY_SECRET_OF_ITS_OWN = 'canary'
    const { report } = await attacked<{ output: string, own: string }>('terminal/readsVariables', 'allow_once').finally(
      () => delete process.env.PARLEY_SECRET_OF_ITS_OWN,
    )

    expect(report.own).toContain('report.json')
    expect(report.output).toContain('PATH=')
    expect(report.output).not.toContain('report.json')
    expect(report.output).not.toContain('canary')
    expect(report.output).not.toMatch(/ELECTRON_|NODE_OPTIONS=/)
  })

  it('can print any amount, of which only the end is kept', () => keepsTheEnd({ megabytes: 17 }))

  it('is neither started for an unknown session nor found under an unknown terminal id', async () => {
    const { report, root } = await attacked<{ starts: string[], others: unknown[], releases: unknown[] }>(
      'terminal/startsForNobody',
      'allow_once',
    )

    expect(report.starts.filter(answer => !/^-32(?:602|002) /.test(answer))).toEqual([])
    expect(report.others.filter(answer => !/^-32(?:602|002) /.test(String(answer)))).toEqual([])
    // Releasing a missing one does nothing, like releasing twice.
    expect(report.releases.slice(0, 3)).toEqual([{}, {}, {}])
    expect(report.releases.slice(3).filter(answer => !String(answer).startsWith('-32602 '))).toEqual([])
    expect(existsSync(join(root, 'made'))).toBe(false)
  })

  it('that outlives its turn ends with the thread', async () => {
    const { host, thread } = await attacked('terminal/leavesRunning', 'allow_once')
    expect(sleepers()).not.toEqual([])
    const startedAt = performance.now()

    await host.client.deleteThread({ threadId: thread.threadId })

    expect(sleepers()).toEqual([])
    expect(performance.now() - startedAt).toBeLessThan(10_000)
  })
})

function sleepers(): string[] {
  return execFileSync('ps', ['-eo', 'stat=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter(line => line.includes('sleep 7654322') && !line.startsWith('Z') && !line.includes('ps -eo'))
}
