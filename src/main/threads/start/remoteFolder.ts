import type { AgentDefinition } from '../../agents/agentDefinition'
import type { StoredElsewhere } from '../../store/tables/threadTable'
import { HostError } from '../../../shared/errors'
import { hostOf } from '../../../shared/settings/agentAddress'

const maxCharacters = 4_096

/**
 * Where an agent runs that does not run here, with the typed folder if its files are there. Nothing here can tell
 * whether that folder exists. Throws `folder_not_found` if it is no whole path, which ACP requires.
 */
export function elsewhereOf({ address }: AgentDefinition, typed: string | undefined): StoredElsewhere | undefined {
  if (!address)
    return undefined
  const host = hostOf(address.url)
  if (address.files === 'here')
    return { host }
  const folder = typed?.trim() ?? ''
  if (!/^(?:\/|[a-z]:[\\/]|\\\\)/i.test(folder) || folder.length > maxCharacters || folder.includes('\0'))
    throw new HostError('folder_not_found', `Enter the whole path of a folder on ${host}, such as /home/you/project.`)
  return { host, folder }
}

/** The folder for which an agent is trusted: a path elsewhere is not the same path here. */
export function trustFolder(folder: string, elsewhere: StoredElsewhere | undefined): string {
  return elsewhere?.folder === undefined ? folder : `${elsewhere.host}:${elsewhere.folder}`
}
