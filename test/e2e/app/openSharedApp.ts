import type { AgentCommand } from './agentCommand'
import type { App, Lent } from './app'
import type { SharedHost } from './sharedHost'
import type { SharedPage } from './sharedPage'
import { expect } from '@playwright/test'
import { PageErrors } from './pageErrors'
import { temporaryFolders } from './testFolders'

/** What the tests of one worker share. */
export interface SharedParts {
  readonly host: SharedHost
  readonly shared: SharedPage
}

/** Lends a shared Parley to a test, with fresh folders beside it; its end leaves it empty for the next one. */
export async function openSharedApp({ host, shared }: SharedParts, agents: Readonly<Record<string, AgentCommand>>): Promise<App & Lent> {
  const { remove, ...folders } = temporaryFolders('workspace', 'outside')
  const errors = new PageErrors()
  const logStart = host.log().length
  await host.addAgents(agents)
  errors.listen(shared.page)
  await shared.load()

  return {
    page: shared.page,
    shell: 'web',
    folders: { ...folders, data: host.dataFolder },
    mark: host.mark,
    allowError: pattern => errors.allow(pattern),
    log: () => host.log().slice(logStart),
    end: async () => {
      await shared.park()
      await host.clear()
      remove()
      expect(errors.unexpected, 'the page complained of nothing unexpected').toEqual([])
    },
  }
}
