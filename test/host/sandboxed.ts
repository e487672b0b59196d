import type { TestThread } from '../support/testThread'
import { hostile } from '../support/scriptedAgent'
import { testHost, type TestHost } from '../support/testHost'

/** A puppet whose folder has a sandbox with these rules, and a function that runs one command in it. */
export async function sandboxed(
  rules: { network: boolean, write: string[] } = { network: false, write: [] },
): Promise<{ host: TestHost, thread: TestThread, run: (command: string) => Promise<string> }> {
  const host = await testHost({ agents: { Puppet: hostile('puppet') } })
  const thread = await host.startThread('Puppet')
  await host.client.setSandbox({ threadId: thread.threadId, rules })
  return {
    host,
    thread,
    run: async (command) => {
      await thread.ask(JSON.stringify([{ ask: ['terminal/create', { command }] }]))
      const terminalId = [...thread.text.matchAll(/"terminalId":"([^"]+)"/g)].at(-1)![1]!
      await thread.until(async () => (await thread.terminal(terminalId))?.state !== 'running')
      return terminalId
    },
  }
}
