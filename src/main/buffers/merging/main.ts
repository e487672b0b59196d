import { parentPort } from 'node:worker_threads'
import { mergeNow } from '../text/mergeWork'
import { type MergeAsked, packMerged, unpackWork } from './mergeWire'

/** The program of the thread that merges texts, one after another. Whoever asks ends it where that takes too long. */
parentPort?.on('message', (asked: MergeAsked) => {
  const work = unpackWork(asked)
  parentPort?.postMessage(packMerged(mergeNow(work), work))
})
