import type { MessagePort } from 'node:worker_threads'
import { tryLstat } from '../scan/readState'
import { type PrefetchTask, stampNumbers } from '../scan/statsPrefetch'

/** Answers the tasks of `StatsPrefetch`. */
export function servePrefetch(port: MessagePort): void {
  let paths: string[] = []
  port.on('message', (task: PrefetchTask) => {
    paths = task.paths?.split('\0') ?? paths
    const [stamps, marks] = [new Float64Array(task.stamps), new Int32Array(task.marks)]
    for (let place = paths.length - 1; place >= Atomics.load(marks, 0) && place >= 0; place--) {
      stamps.set(fileStamp(paths[place]!), place * stampNumbers)
      Atomics.store(marks, 1, place)
    }
  })
}

/** NaN for a path that is missing or cannot be statted, which the walk then handles. */
function fileStamp(path: string): number[] {
  try {
    const stats = tryLstat(path)
    return stats?.isFile() || stats?.isSymbolicLink() ? [stats.mtimeMs, stats.ctimeMs, stats.size, stats.ino] : none
  }
  catch {
    return none // an inaccessible parent: the walk handles it
  }
}

const none = [Number.NaN, Number.NaN, Number.NaN, Number.NaN]
