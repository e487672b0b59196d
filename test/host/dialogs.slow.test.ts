import { it } from 'vitest'
import { agents, asksNoMoreThanNeeded } from './dialogTask'

it.each(Object.keys(agents))('%s: a task asks six times, thrice once commands are allowed, and never under rules', asksNoMoreThanNeeded)
