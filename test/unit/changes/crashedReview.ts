// Reviews a folder as it is told, one line an act, until it is killed. The first line opens its ledger.
import fs from 'node:fs'
import { flushCompileCache, syncBuiltinESMExports } from 'node:module'
import { createInterface } from 'node:readline'
import { type Range, ReviewedFolder } from './reviewedFolder'

flushCompileCache() // it will be killed
const [root = '', store = ''] = process.argv.slice(2)
let folder: ReviewedFolder | undefined
const fileCalls = countedCalls()

createInterface({ input: process.stdin }).on('line', (line) => {
  folder ??= new ReviewedFolder(root, store)
  const [act, ...rest] = line.split(' ')
  const promptId = act === 'undo' ? '' : rest.shift() ?? ''
  const range = { threadId: 'A', from: promptId }
  // Everything is ready when it begins, so that a kill strikes the writing.
  const pending = act === 'reject' || act === 'keep' ? pendingIn(folder, range) : []
  const preview = act === 'restore' ? folder.review.previewRestore({ threadId: 'A', promptId }) : []
  fileCalls.begin(Number(rest[0] ?? Infinity))
  if (act === 'restore')
    folder.review.restore({ threadId: 'A', promptId, files: preview })
  else if (act === 'reject' || act === 'keep')
    folder.review.decide({ ...range, act, files: pending })
  else
    folder.undo()
  fs.writeSync(1, `${fileCalls.end()}\n`) // at once, whatever blocks then
})

function pendingIn(folder: ReviewedFolder, range: Range): { path: string, baseline: string, current: string }[] {
  return folder.files(range).map(({ path }) => {
    const { baseline, current } = folder.review.read({ ...range, path })
    return { path, baseline, current }
  })
}

/**
 * Counts the calls that change files, and kills the process right before the chosen one. A timer in another process strikes too late
 * where a disk in memory takes a hundred files in some milliseconds.
 */
function countedCalls() {
  let [count, last] = [0, Infinity]
  const names = [
    'openSync',
    'writeFileSync',
    'fsyncSync',
    'fchmodSync',
    'closeSync',
    'linkSync',
    'symlinkSync',
    'renameSync',
    'unlinkSync',
    'rmSync',
    'mkdirSync',
    'rmdirSync',
  ] as const
  for (const name of names) {
    const call = fs[name] as (...words: unknown[]) => unknown
    Object.assign(fs, {
      [name]: (...words: unknown[]) => {
        if (++count === last)
          process.kill(process.pid, 'SIGKILL')
        return call(...words)
      },
    })
  }
  syncBuiltinESMExports()
  return {
    begin: (strikesAt: number): void => void ([count, last] = [0, strikesAt]),
    end: (): number => {
      last = Infinity
      return count
    },
  }
}
