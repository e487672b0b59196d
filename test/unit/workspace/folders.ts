import type { LineRange } from '../../../src/main/workspace/files/textRange'
import { mkdir, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { readTextFile, writeTextFile, type WrittenFile } from '../../../src/main/workspace/files/textFiles'
import { UnfinishedWrites } from '../../../src/main/workspace/files/unfinishedWrites'
import { Workspace } from '../../../src/main/workspace/workspace'

/** A workspace folder `ws` and a folder `outside` beside it, both removed after the test. */
export async function folders(): Promise<TestFolders> {
  const top = await realpath(await mkdtemp(join(tmpdir(), 'parley-workspace-')))
  onTestFinished(() => rm(top, { recursive: true, force: true }))
  const [root, outside] = [join(top, 'ws'), join(top, 'outside')]
  await mkdir(root)
  await mkdir(outside)
  const workspace = await Workspace.open([root])
  const unfinished = new UnfinishedWrites(join(top, 'writes'))
  return {
    top,
    root,
    outside,
    workspace,
    unfinished,
    read: async (path, range = {}) => {
      const location = await workspace.locate(path)
      if (location.kind !== 'inside')
        throw location.kind === 'refused' ? location.error : new Error(`${path} would be asked about`)
      return readTextFile({ path, ...range }, location)
    },
    write: async (path, content) => {
      const location = await workspace.locate(path)
      if (location.kind !== 'inside')
        throw location.kind === 'refused' ? location.error : new Error(`${path} would be asked about`)
      return writeTextFile({ path, content }, location, { unfinished })
    },
    contents: path => readFile(path, 'utf8'),
    names: path => readdir(path),
  }
}

interface TestFolders {
  readonly top: string
  readonly root: string
  readonly outside: string
  readonly workspace: Workspace
  readonly unfinished: UnfinishedWrites
  /** Reads and writes like an agent's request: checked first, then served; paths outside are not allowed. */
  readonly read: (path: string, range?: LineRange) => Promise<string>
  readonly write: (path: string, content: string) => Promise<WrittenFile>
  readonly contents: (path: string) => Promise<string>
  readonly names: (path: string) => Promise<string[]>
}
