import { it } from 'vitest'
import { canLimit, limitedFiles, pausesAgents, survives } from './fullDisk'

it.runIf(canLimit)('goes on in memory where files may not grow, and stores it all once they may', () => survives(limitedFiles()))

it.runIf(canLimit)('hears no more of agents when too much of what they said waits for room, and then all of it', () =>
  pausesAgents(limitedFiles()))
