import { expect } from '@playwright/test'
import { drivenAgents } from '../../agents/real/realAgents'
import { test } from '../fixtures'
import { fills } from '../table/rows'

/** Parley's names for the faults of a model that responds with this status. */
const faults = { 429: 'rate-limit', 500: 'server', 401: 'sign-in' } as const

for (const agent of drivenAgents.filter(({ needsLogin }) => !needsLogin)) {
  test.describe(agent.name, () => {
    test.use({ agent })

    test('uses another model once it is chosen', fills('model'), async ({ thread, model, tell }) => {
      await thread.send('say hello')
      await thread.allowUntilEnd()
      const others = await thread.otherValues('Model')
      if (others.length === 0)
        return tell('model', 'none offered')
      const before = [...model.models]
      // One may be the current model under its own name, and one that an agent chooses itself asks more than the script
      // knows.
      for (const other of others.filter(name => !/^auto\b/i.test(name)).slice(0, 3)) {
        await thread.choose('Model', other)
        await thread.send('say hello')
        await thread.allowUntilEnd()
        if (model.models.some(asked => !before.includes(asked)))
          break
      }
      expect(model.models.filter(asked => !before.includes(asked))).not.toEqual([])
      tell('model', `yes (${others.length + 1} offered)`)
    })

    test('shows that a turn ended without output', fills('empty'), async ({ thread, tell }) => {
      tell('empty', await thread.seenEmpty('say nothing'))
    })

    test('shows the error of its model', fills('fault429', 'fault500', 'fault401'), async ({ ownApp: app, thread, tell }) => {
      await app.page.setViewportSize({ width: 1280, height: 5000 })
      for (const [status, fault] of [[429, faults[429]], [500, faults[500]], [401, faults[401]]] as const)
        tell(`fault${status}`, await thread.seenFault(`fail with ${status}`, fault))
    })
  })
}
