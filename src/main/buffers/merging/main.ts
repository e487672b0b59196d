import { parentPort } from 'node:worker_threads'
import { mergeNow } from '../text/mergeWork'
import { type MergeAsked, packMerged, unpackWork } from './mergeWire'

/** Worker that merges texts one after another. The host terminates it if a merge takes too long. */
parentPort?.on('message', (asked: MergeAsked) => {
  const work = unpackWork(asked)
  parentPort?.postMessage(packMerged(mergeNow(work), work))
})
