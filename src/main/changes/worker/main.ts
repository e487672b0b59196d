// Worker of a folder's ledger: scanning 50,000 files blocks for a tenth of a second.
import { parentPort, workerData } from 'node:worker_threads'
import { loadSqlite } from '../store/ledgerDatabase'
import { servePrefetch } from './prefetchThread'
import { ServedLedger, type ServedOptions } from './servedLedger'

loadSqlite()
// Makes Electron treat *.asar in a workspace as plain files. Parley's own archive cannot be read afterwards.
Object.assign(process, { noAsar: true })
if (parentPort === null)
  throw new Error('This is a worker of Parley\'s, and no program.')
if (workerData === 'prefetch')
  servePrefetch(parentPort)
else
  new ServedLedger(workerData as ServedOptions, parentPort).serve() // `ledgerWorker` sends exactly these
