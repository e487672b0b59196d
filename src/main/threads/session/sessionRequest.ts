import type { NewSessionRequest } from '@agentclientprotocol/sdk'
import type { AgentConnection } from '../../agents/agentConnection'
import type { ThreadLog } from '../log/threadLog'
import type { ThreadFolders } from '../start/threadFolders'
import type { ThreadSurroundings } from '../threadSurroundings'

/** What a session of the thread is opened with, by whichever method. What this agent cannot take is left out, and said once. */
export function sessionRequest({ connection: { agent, capabilities }, folders, log, mcpServers }: {
  connection: Pick<AgentConnection, 'agent' | 'capabilities'>
  folders: ThreadFolders
  log: ThreadLog
  mcpServers: ThreadSurroundings['mcpServers']
}): NewSessionRequest {
  const { servers, notices } = mcpServers({ agent, folder: folders.first, capabilities })
  for (const notice of [...notices.map(title => ({ title })), ...folders.noticesFor(agent.name, capabilities)])
    log.addNoticeOnce(notice)
  const additionalDirectories = [...folders.additionalFor(capabilities)]
  return { cwd: folders.first, mcpServers: servers, ...additionalDirectories.length > 0 && { additionalDirectories } }
}
