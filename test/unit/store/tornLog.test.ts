import { it } from 'vitest'
import { readsTornLog } from './tornLog'

it('reads a prefix of the log, whole and without gaps, wherever the end of the write-ahead log is torn', () => readsTornLog({ tears: 40 }))
