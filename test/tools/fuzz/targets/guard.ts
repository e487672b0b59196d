import type { FuzzTarget } from '../target'
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { lstat, mkdir, mkdtemp, readdir, readFile, readlink, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { FileError } from '../../../../src/main/workspace/fileErrors'
import { readTextFile, writeTextFile } from '../../../../src/main/workspace/files/textFiles'
import { UnfinishedWrites } from '../../../../src/main/workspace/files/unfinishedWrites'
import { type OpenableLocation, Workspace } from '../../../../src/main/workspace/workspace'

const canary = 'CANARY: nobody may read this'
const mostLines = 40
/** A disk with fast syncs, as each write waits for them. */
const memory = '/dev/shm'

interface Place { readonly top: string, readonly root: string, readonly outside: string }

let made: Promise<string> | undefined

/**
 * Inputs are lines `read PATH`, `write PATH` and `link NAME TARGET` (as the agent's own programs can). $ROOT is the
 * workspace and $OUT a folder beside it, in which nothing may be read, changed or created.
 */
export const guard: FuzzTarget = {
  name: 'guard',
  shape: 'lines',
  corpus: ['tools/fuzz/corpus/guard/*'],
  run: async (input) => {
    const top = await (made ??= mkdtemp(join(existsSync(memory) ? memory : tmpdir(), 'parley-fuzz-')).then(path => realpath(path)))
    const place = await fresh(top)
    const before = await snapshotFolder(place.outside)
    const workspace = await Workspace.open([place.root], { closed: [join(place.root, 'closed')] })
    const unfinished = new UnfinishedWrites(join(top, 'notes'))
    for (const line of input.toString().split('\n').slice(0, mostLines)) {
      const [, what, rest = ''] = /^(\S+) (.*)$/s.exec(line) ?? []
      const path = rest.replaceAll('$ROOT', place.root).replaceAll('$OUT', place.outside)
      if (what === 'link')
        await link(place, path)
      else if (what === 'read' || what === 'write')
        await serve({ what, path, place, workspace, unfinished })
    }
    assert.deepEqual(await snapshotFolder(place.outside), before, 'nothing outside has changed')
    assert.deepEqual((await readdir(top)).sort(), ['notes', 'outside', 'ws'])
    assert.equal(await readFile(join(place.root, 'closed/secret.txt'), 'utf8'), canary)
  },
  close: async () => {
    if (made)
      await rm(await made, { recursive: true, force: true })
    made = undefined
  },
}

async function fresh(top: string): Promise<Place> {
  const [root, outside] = [join(top, 'ws'), join(top, 'outside')]
  await rm(root, { recursive: true, force: true })
  await rm(outside, { recursive: true, force: true })
  await mkdir(join(root, 'src/deep'), { recursive: true })
  await mkdir(join(root, 'closed'))
  await mkdir(join(outside, 'folder'), { recursive: true })
  await Promise.all(
    [join(outside, 'secret.txt'), join(outside, 'folder/secret.txt'), join(root, 'closed/secret.txt')].map(path => writeFile(path, canary)),
  )
  await writeFile(join(root, 'own.txt'), 'own')
  await writeFile(join(root, 'src/deep/own.txt'), 'own')
  for (const [name, target] of [
    ['out', outside],
    ['secret', join(outside, 'secret.txt')],
    ['dangling', join(outside, 'new.txt')],
    ['loop', 'loop'],
    ['up', '..'],
    ['inner', 'src'],
    ['src/climb', '../../outside'],
    ['chain', 'out/folder'],
  ] as const)
    await symlink(target, join(root, name))
  return { top, root, outside }
}

/** A link in the workspace or its `src`, to anywhere. */
async function link({ root }: Place, text: string): Promise<void> {
  const [, name = '', target = ''] = /^((?:src\/)?\w{1,20}) (.+)$/s.exec(text) ?? []
  if (name === '' || target.includes('\0') || (dirname(name) === 'src' && !(await lstat(join(root, 'src'))).isDirectory()))
    return
  try {
    await symlink(target, join(root, dirname(name), basename(name)))
  }
  catch (error) {
    assert.ok(['EEXIST', 'ENAMETOOLONG', 'EINVAL', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? ''), String(error))
  }
}

async function serve({
  what,
  path,
  place,
  workspace,
  unfinished,
}: {
  what: 'read' | 'write'
  path: string
  place: Place
  workspace: Workspace
  unfinished: UnfinishedWrites
}): Promise<void> {
  const location = await workspace.locate(path)
  if (location.kind === 'refused')
    return assert.ok(location.error instanceof FileError)
  if (location.kind === 'outside')
    // the person is asked
    return assert.ok(!isBelow(location.realPath, place.root), `${location.realPath} is inside`)
  await ensureInside(location, place)
  try {
    if (what === 'read')
      assert.ok(!(await readTextFile({ path }, location)).includes(canary), `${path} was read`)
    else
      await writeTextFile({ path, content: 'written' }, location, { unfinished })
  }
  catch (error) {
    if (!(error instanceof FileError))
      throw error
  }
}

/**
 * Checks the deepest existing path, resolved by the system itself, before it is opened, so that a hole in the guard is
 * harmless.
 */
async function ensureInside({ realPath }: OpenableLocation, { root }: Place): Promise<void> {
  assert.ok(isBelow(realPath, root) && !isBelow(realPath, join(root, 'closed')), `${realPath} is judged to be inside`)
  for (let path = realPath; ; path = dirname(path)) {
    const real = await realpath(path).catch(() => undefined) // not there yet
    if (real !== undefined)
      return assert.equal(real, path, 'no link is left in it')
  }
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}

async function snapshotFolder(folder: string): Promise<string[]> {
  const names = (await readdir(folder, { recursive: true })).sort()
  return Promise.all(names.map(async (name) => {
    const path = join(folder, name)
    const status = await lstat(path)
    const target = status.isSymbolicLink() ? await readlink(path) : ''
    const content = status.isFile() ? await readFile(path, 'utf8') : ''
    return `${name} ${status.mode} ${status.ino} ${status.mtimeMs} ${target}${content}`
  }))
}
