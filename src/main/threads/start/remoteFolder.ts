import type { AgentDefinition } from '../../agents/agentDefinition'
import type { RemotePlace } from '../../store/tables/threadTable'
import { HostError } from '../../../shared/errors'
import { getUrlHost } from '../../../shared/settings/agentAddress'

const maxCharacters = 4_096

/**
 * Resolves where a network agent runs, with the typed folder if its files are remote. The existence of that folder
 * can't be checked from here. Throws `folder_not_found` unless it is an absolute path, which ACP requires.
 */
export function resolveRemotePlace({ address }: AgentDefinition, typed: string | undefined): RemotePlace | undefined {
  if (!address)
    return undefined
  const host = getUrlHost(address.url)
  if (address.files === 'here')
    return { host }
  const folder = typed?.trim() ?? ''
  if (!/^(?:\/|[a-z]:[\\/]|\\\\)/i.test(folder) || folder.length > maxCharacters || folder.includes('\0'))
    throw new HostError('folder_not_found', `Enter the whole path of a folder on ${host}, such as /home/you/project.`)
  return { host, folder }
}

/** Returns the folder for which an agent is trusted. Remote paths are kept apart from local ones. */
export function toTrustFolder(folder: string, elsewhere: RemotePlace | undefined): string {
  return elsewhere?.folder === undefined ? folder : `${elsewhere.host}:${elsewhere.folder}`
}
