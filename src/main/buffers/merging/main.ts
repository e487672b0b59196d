import { parentPort } from 'node:worker_threads'
import { mergeNow } from '../text/mergeWork'
import { answerOf, type MergeAsked, workOf } from './mergeWire'

/** The program of the thread that merges texts, one after another. Whoever asks ends it where that takes too long. */
parentPort?.on('message', (asked: MergeAsked) => {
  const work = workOf(asked)
  parentPort?.postMessage(answerOf(mergeNow(work), work))
})
