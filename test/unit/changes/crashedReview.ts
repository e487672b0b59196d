// Reviews a folder as it is told, one line an act, until it is killed. The first line opens its ledger.
import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { createInterface } from 'node:readline'
import { type Range, ReviewedFolder } from './reviewedFolder'

flushCompileCache() // it will be killed
const [root = '', store = ''] = process.argv.slice(2)
const say = (word: string): void => void writeSync(1, `${word}\n`) // at once, whatever blocks then
let folder: ReviewedFolder | undefined

createInterface({ input: process.stdin }).on('line', (line) => {
  folder ??= new ReviewedFolder(root, store)
  const [act, promptId = ''] = line.split(' ')
  const range = { threadId: 'A', from: promptId }
  // Everything is ready when it begins, so that a kill strikes the writing.
  const pending = act === 'reject' || act === 'keep' ? pendingIn(folder, range) : []
  const preview = act === 'restore' ? folder.review.previewRestore({ threadId: 'A', promptId }) : []
  say('begins')
  if (act === 'restore')
    folder.review.restore({ threadId: 'A', promptId, files: preview })
  else if (act === 'reject' || act === 'keep')
    folder.review.decide({ ...range, act, files: pending })
  else
    folder.undo()
  say('done')
})

function pendingIn(folder: ReviewedFolder, range: Range): { path: string, baseline: string, current: string }[] {
  return folder.files(range).map(({ path }) => {
    const { baseline, current } = folder.review.read({ ...range, path })
    return { path, baseline, current }
  })
}
