import type { AgentCommand } from './agentCommand'
import type { App, TestCleanup } from './app'
import type { BrowserPage } from './browserPage'
import type { SharedHost } from './sharedHost'
import { expect } from '@playwright/test'
import { PageErrors } from './pageErrors'
import { temporaryFolders } from './testFolders'

/** Opens the shared Parley with fresh folders for a test. `end` empties it for the next one. */
export async function openSharedApp({ host, browserPage, agents }: {
  host: SharedHost
  browserPage: BrowserPage
  agents: Readonly<Record<string, AgentCommand>>
}): Promise<App & TestCleanup> {
  const { remove, ...folders } = temporaryFolders('workspace', 'outside')
  const errors = new PageErrors()
  const logStart = host.log().length
  await host.addAgents(agents)
  errors.listen(browserPage.page)
  await browserPage.load(host.address)

  return {
    page: browserPage.page,
    shell: 'web',
    folders: { ...folders, data: host.dataFolder },
    mark: host.mark,
    client: () => Promise.resolve(host.client),
    allowError: pattern => errors.allow(pattern),
    log: () => host.log().slice(logStart),
    end: async () => {
      await browserPage.park()
      await host.clear()
      remove()
      expect(errors.unexpected, 'the page complained of nothing unexpected').toEqual([])
    },
  }
}
