import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { folders } from './folders'

/** Reads again and again while another process swaps folders and files for links, and sees nothing from outside. */
export async function readWhileSwapped(tries: number): Promise<void> {
  const { root, read, swapper } = await startSwapping()
  const seen = new Set<string>()
  for (let count = 0; count < tries; count++) {
    for (const path of ['folder/secret', 'file'])
      seen.add(await read(join(root, path)).catch(error => error.kind))
  }
  expect(swapper.exitCode).toBe(null)
  expect(seen).toContain('honest')
  expect(seen).not.toContain('secret')
}

/** Writes again and again while another process swaps folders and files for links, and changes nothing outside. */
export async function writeWhileSwapped(tries: number): Promise<void> {
  const { root, outside, write, names, contents, swapper } = await startSwapping()
  let written = 0
  for (let count = 0; count < tries; count++) {
    for (const path of ['folder/secret', `folder/new${count}/x`, 'folder/sub/x'])
      await write(join(root, path), 'honest').then(() => written++, () => undefined)
  }
  expect(written).toBeGreaterThan(0)
  expect(swapper.exitCode).toBe(null)
  expect(await names(outside)).toEqual(['secret', 'sub'])
  expect(await names(join(outside, 'sub'))).toEqual([])
  expect(await contents(join(outside, 'secret'))).toBe('secret')
}

async function startSwapping(): Promise<Awaited<ReturnType<typeof folders>> & { swapper: ChildProcess }> {
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
