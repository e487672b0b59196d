// Writes one file over and over, as an agent's requests do, until it is killed; says so when it begins.
import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { writeTextFile } from '../../../src/main/workspace/files/textFiles'
import { UnfinishedWrites } from '../../../src/main/workspace/files/unfinishedWrites'
import { Workspace } from '../../../src/main/workspace/workspace'

flushCompileCache() // it will be killed
const [root, notes] = [process.argv[2]!, process.argv[3]!]
const workspace = await Workspace.open([root])
const unfinished = new UnfinishedWrites(notes)
writeSync(1, 'writing\n')
for (let round = 0; ; round++) {
  const path = join(root, round % 2 ? 'file' : 'folder/file')
  const location = await workspace.locate(path)
  if (location.kind !== 'inside')
    throw new Error('the file lies inside')
  await writeTextFile({ path, content: String(round % 10).repeat(3_000_000) }, location, { unfinished })
}
