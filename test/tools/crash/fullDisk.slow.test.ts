import { it } from 'vitest'
import { canLimit, limitFiles, pausesAgents, survives } from './fullDisk'

it.runIf(canLimit)('continues in memory while files cannot grow, and stores everything once they can', () => survives(limitFiles()))

it.runIf(canLimit)('stops reading agents when too much waits to be stored, and reads everything afterwards', () =>
  pausesAgents(limitFiles()))
