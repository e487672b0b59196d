// Runs where ALIAS is the same folder as ROOT by a bind mount, DATA2 the same as the closed DATA, and ROOT contains a
// proc file system. Prints the guard's results.
import { readTextFile } from '../../../src/main/workspace/files/textFiles'
import { Workspace } from '../../../src/main/workspace/workspace'

const [root, data, ...paths] = process.argv.slice(2) as [string, string, ...string[]]
const workspace = await Workspace.open([root], { closed: [data] })
const answers: Record<string, string> = {}
for (const path of paths) {
  const location = await workspace.locate(path)
  answers[path]
    = location.kind !== 'inside'
      ? location.kind
      : `inside ${location.relativePaths.at(-1)}: ${await readTextFile({ path }, location).catch((error: Error) => error.message)}`
}
console.log(JSON.stringify(answers))
