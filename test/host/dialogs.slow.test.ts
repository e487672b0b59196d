import { it } from 'vitest'
import { agents, asksNoMoreThanNeeded } from './dialogTask'

it.each(Object.keys(agents))(
  '%s asks six times in a task, three times once the thread allows commands, never if rules cover it',
  asksNoMoreThanNeeded,
)
