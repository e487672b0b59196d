import type { McpServer } from '@agentclientprotocol/sdk'
import type { ThreadLog } from '../log/threadLog'
import type { ForkedSession, LiveSession } from './session'
import { HostError } from '../../../shared/errors'
import { canFork } from '../../agents/missingMethods'

/** Has the agent copy the session as it is now. Where it turns out that it cannot, forking is no longer offered. */
export async function forkSession({
  live: { sessionId, connection, request },
  log,
  copied,
}: {
  live: LiveSession
  log: ThreadLog
  /** The servers of its session, for another. */
  copied: (servers: readonly McpServer[]) => McpServer[]
}): Promise<ForkedSession> {
  const { name } = connection.agent
  if (!canFork(connection.capabilities)) {
    throw new HostError(
      'unsupported',
      `${name} cannot copy its sessions. Continue the thread with another agent, or with the same in a new thread.`,
    )
  }
  log.flush() // the copy of the log is made from the store
  const upToSeq = log.transcript.lastSeq
  const mcpServers = copied(request.mcpServers)
  try {
    const { sessionId: forkedId, modes, configOptions } = await connection.calls.forkSession({ sessionId, ...request, mcpServers })
    if (forkedId === sessionId)
      throw new HostError('agent_failed', `${name} did not copy the session: it answered with the same one.`)
    return { sessionId: forkedId, connection, mcpServers, upToSeq, modes: modes ?? undefined, configOptions: configOptions ?? undefined }
  }
  catch (error) {
    if (canFork(connection.capabilities))
      throw error
    log.add({ type: 'cannotFork' })
    log.flush()
    throw new HostError(
      'unsupported',
      `${name} says that it can copy its sessions, but does not know how. Forking is no longer offered here.`,
      { cause: error },
    )
  }
}
