// A folder's ledger, in a thread of its own: looking at 50,000 files takes a tenth of a second, during which nothing
// else may wait.
import { parentPort, workerData } from 'node:worker_threads'
import { loadSqlite } from '../store/ledgerDatabase'
import { servePrefetch } from './prefetchThread'
import { ServedLedger, type ServedOptions } from './servedLedger'

loadSqlite()
// From here on Electron takes a file named *.asar, in a workspace, for a file; nor does it read from Parley's own
// archive.
Object.assign(process, { noAsar: true })
if (parentPort === null)
  throw new Error('This is a worker of Parley\'s, and no program.')
if (workerData === 'prefetch')
  servePrefetch(parentPort)
else
  new ServedLedger(workerData as ServedOptions, parentPort).serve() // `ledgerWorker` sends exactly this
