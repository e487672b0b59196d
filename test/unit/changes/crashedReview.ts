// Executes review actions, one per line of input, until it is killed. The first line opens the ledger.
import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { createInterface } from 'node:readline'
import { countFileCalls } from './fileCalls'
import { type Range, ReviewedFolder } from './reviewedFolder'

flushCompileCache() // it will be killed
const [root = '', store = ''] = process.argv.slice(2)
let folder: ReviewedFolder | undefined
/** A timer in another process would be too late: a memory disk handles a hundred files in some milliseconds. */
let strikesAt = Infinity
const fileCalls = countFileCalls((count) => {
  if (count === strikesAt)
    process.kill(process.pid, 'SIGKILL')
})

createInterface({ input: process.stdin }).on('line', (line) => {
  folder ??= new ReviewedFolder(root, store)
  const [act, ...rest] = line.split(' ')
  const promptId = act === 'undo' ? '' : rest.shift() ?? ''
  const range = { threadId: 'A', from: promptId }
  // Everything is ready when it begins, so that a kill strikes the writing.
  const pending = act === 'reject' || act === 'keep' ? listPending(folder, range) : []
  const preview = act === 'restore' ? folder.review.previewRestore({ threadId: 'A', promptId }) : []
  strikesAt = Number(rest[0] ?? Infinity)
  fileCalls.reset()
  if (act === 'restore')
    folder.review.restore({ threadId: 'A', promptId, files: preview })
  else if (act === 'reject' || act === 'keep')
    folder.review.decide({ ...range, act, files: pending })
  else
    folder.undo()
  strikesAt = Infinity
  writeSync(1, `${fileCalls.count()}\n`) // synchronous, in case a later call blocks
})

function listPending(folder: ReviewedFolder, range: Range): { path: string, baseline: string, current: string }[] {
  return folder.files(range).map(({ path }) => {
    const { baseline, current } = folder.review.read({ ...range, path })
    return { path, baseline, current }
  })
}
