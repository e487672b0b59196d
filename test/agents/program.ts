import type { SessionUpdate } from '@agentclientprotocol/sdk'
import type { AgentDefinition } from '../../src/main/agents/agentDefinition'
import type { SessionRequests } from '../../src/main/agents/agentRequests'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { AgentConnection, type AgentConnectionOptions } from '../../src/main/agents/agentConnection'
import { compileCache } from '../support/scriptedAgent'
import { temporaryFolder } from '../support/temporaryFolder'

/** A test agent of `programs/`, as in `settings.json`. */
export function program(name: string, env: Record<string, string> = {}): AgentDefinition {
  return {
    agentId: name,
    name,
    command: process.execPath,
    args: [join(import.meta.dirname, 'programs', `${name}.ts`)],
    env: { NODE_NO_WARNINGS: '1', NODE_COMPILE_CACHE: compileCache, ...env },
  }
}

/** A connection to a real agent, ended after the test. */
export async function connect(agent: AgentDefinition, options: Partial<AgentConnectionOptions> = {}): Promise<AgentConnection> {
  const connection = new AgentConnection({
    agent,
    folder: temporaryFolder(),
    version: '0.0.0',
    report: (error) => { throw error },
    deadlines: { closeMs: 300, graceMs: 300 },
    ...options,
  })
  onTestFinished(() => connection.kill())
  return connection
}

/** The text of a session's updates, in order; `requests` answers the agent's requests. */
export function collectText(connection: AgentConnection, sessionId = 's1', requests = refuseAll): { readonly pieces: string[] } {
  const pieces: string[] = []
  connection.attachSession(sessionId, { onUpdate: update => pieces.push(textOf(update)), requests })
  return { pieces }
}

export function textOf(update: SessionUpdate): string {
  return update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text' ? update.content.text : update.sessionUpdate
}

const refuse = (): Promise<never> => Promise.reject(new Error('no such request was expected'))

export const refuseAll: SessionRequests = {
  requestPermission: refuse,
  readTextFile: refuse,
  writeTextFile: refuse,
  createTerminal: refuse,
  terminalOutput: refuse,
  waitForTerminalExit: refuse,
  killTerminal: refuse,
  releaseTerminal: refuse,
  createElicitation: refuse,
  completeElicitation: () => undefined,
}
