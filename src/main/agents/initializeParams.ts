import type { ClientOffers } from './agentDefinition'
import { type InitializeRequest, PROTOCOL_VERSION } from '@agentclientprotocol/sdk'

/** How Parley introduces itself: only what is offered is said. */
export function initializeParams({ version, offers }: { version: string, offers: ClientOffers }): InitializeRequest {
  return {
    protocolVersion: PROTOCOL_VERSION,
    clientInfo: { name: 'parley', title: 'Parley', version },
    clientCapabilities: {
      fs: { readTextFile: offers.readTextFile, writeTextFile: offers.writeTextFile },
      terminal: offers.terminal,
      session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
      auth: { terminal: true },
      ...offers.elicitation && { elicitation: { form: {}, url: {} } },
      // Claude and Codex report the output of their own commands under the first; OpenCode describes its sign-in under the second.
      _meta: { 'terminal_output': true, 'terminal-auth': true },
    },
  }
}
