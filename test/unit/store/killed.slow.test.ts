import { it } from 'vitest'
import { migratesInSteps } from './killedMigration'
import { keepsAcknowledged } from './killedWriter'
import { readsTornLog } from './tornLog'

it('loses no acknowledged event when the writer is killed, 30 times', () => keepsAcknowledged({ kills: 30 }))

it('continues a migration that was killed, 20 times', () => migratesInSteps({ kills: 20 }))

it('reads a prefix of a torn log, 400 times', () => readsTornLog({ tears: 400 }))
