import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { folders } from './folders'

const readTries = 3_000
const writeTries = 1_500

describe('while another process swaps folders and files for links', () => {
  it('never reads what lies outside', async () => {
    const { root, read, swapper } = await swapped()
    const seen = new Set<string>()
    for (let count = 0; count < readTries; count++) {
      for (const path of ['folder/secret', 'file'])
        seen.add(await read(join(root, path)).catch(error => error.kind))
    }
    expect(swapper.exitCode).toBe(null)
    expect(seen).toContain('honest')
    expect(seen).not.toContain('secret')
  }, 60_000)

  // Elsewhere Node cannot create a file relative to an open folder, and a race of microseconds remains.
  it.runIf(process.platform === 'linux')('never writes outside', async () => {
    const { root, outside, write, names, contents, swapper } = await swapped()
    let written = 0
    for (let count = 0; count < writeTries; count++) {
      for (const path of ['folder/secret', `folder/new${count}/x`, 'folder/sub/x'])
        await write(join(root, path), 'honest').then(() => written++, () => undefined)
    }
    expect(written).toBeGreaterThan(0)
    expect(swapper.exitCode).toBe(null)
    expect(await names(outside)).toEqual(['secret', 'sub'])
    expect(await names(join(outside, 'sub'))).toEqual([])
    expect(await contents(join(outside, 'secret'))).toBe('secret')
  }, 120_000)
})

async function swapped(): Promise<Awaited<ReturnType<typeof folders>> & { swapper: ChildProcess }> {
  const all = await folders()
  await writeFile(join(all.outside, 'secret'), 'secret')
  await mkdir(join(all.root, 'folder/sub'), { recursive: true })
  await mkdir(join(all.outside, 'sub'))
  await writeFile(join(all.root, 'folder/secret'), 'honest')
  await writeFile(join(all.root, 'honest'), 'honest')
  await symlink('honest', join(all.root, 'file'))
  const swapper = spawn(process.execPath, [join(import.meta.dirname, 'swapper.mjs'), all.root, all.outside], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    swapper.kill('SIGKILL')
    if (swapper.exitCode === null && swapper.signalCode === null)
      await once(swapper, 'exit')
  })
  await once(swapper.stdout, 'data')
  return { ...all, swapper }
}
