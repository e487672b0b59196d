// Worker of a folder's ledger: scanning 50,000 files blocks for a tenth of a second.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { tryLstat } from '../scan/readState'
import { type PrefetchTask, stampNumbers } from '../scan/statsPrefetch'
import { loadSqlite } from '../store/ledgerDatabase'
import { ServedLedger, type ServedOptions } from './servedLedger'

const missing = [Number.NaN, Number.NaN, Number.NaN, Number.NaN]

loadSqlite()
// Makes Electron treat *.asar files in a workspace as plain files. After this, Parley's own archive can't be read.
Object.assign(process, { noAsar: true })
if (parentPort === null)
  throw new Error('This is a worker of Parley\'s, and no program.')
if (workerData === 'prefetch')
  servePrefetch(parentPort)
else
  new ServedLedger(workerData as ServedOptions, parentPort).serve() // `ledgerWorker` sends exactly these

/** Answers the tasks of `StatsPrefetch`. */
function servePrefetch(port: MessagePort): void {
  let paths: string[] = []
  port.on('message', (task: PrefetchTask) => {
    paths = task.paths?.split('\0') ?? paths
    const [stamps, marks] = [new Float64Array(task.stamps), new Int32Array(task.marks)]
    for (let place = paths.length - 1; place >= Atomics.load(marks, 0) && place >= 0; place--) {
      stamps.set(getStamp(paths[place]!), place * stampNumbers)
      Atomics.store(marks, 1, place)
    }
  })
}

/** Returns NaN for a path that is missing or can't be statted; the walk handles those. */
function getStamp(path: string): number[] {
  try {
    const stats = tryLstat(path)
    return stats?.isFile() || stats?.isSymbolicLink() ? [stats.mtimeMs, stats.ctimeMs, stats.size, stats.ino] : missing
  }
  catch {
    return missing // an inaccessible parent: the walk handles it
  }
}
