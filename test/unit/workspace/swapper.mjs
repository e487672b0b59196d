// Swaps a folder and a file of the workspace for links that lead out, and back, until it is killed. Reports the number
// of swaps now and then.
import { mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const [root, outside] = process.argv.slice(2)
const [folder, file] = [join(root, 'folder'), join(root, 'file')]
for (let count = 0; ; count += 4) {
  if (count % 400 === 0)
    writeSync(1, `${count}\n`)
  try {
    renameSync(folder, `${folder}.away`)
    symlinkSync(outside, folder)
    unlinkSync(folder)
    renameSync(`${folder}.away`, folder)
  }
  catch {
    startAgain()
  }
  symlinkSync(join(outside, 'secret'), `${file}.link`)
  renameSync(`${file}.link`, file)
  symlinkSync('honest', `${file}.link`)
  renameSync(`${file}.link`, file)
}

// The writer may have recreated the folder while it was away, and may do so again here.
function startAgain() {
  try {
    rmSync(folder, { recursive: true, force: true })
    rmSync(`${folder}.away`, { recursive: true, force: true })
    mkdirSync(join(folder, 'sub'), { recursive: true })
    writeFileSync(join(folder, 'secret'), 'honest')
  }
  catch {
    startAgain()
  }
}
