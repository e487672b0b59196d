import type { AgentDefinition } from '../../agents/agentDefinition'
import type { ScratchFolders } from '../../workspace/scratch/scratchFolders'
import type { NewThreadFacts } from './createThread'
import { HostError } from '../../../shared/errors'
import { checkedFolders, type FolderChecks } from '../start/checkedFolders'

/** Where the person wants a thread to work. */
export interface AskedPlace {
  /** Without one, the thread gets a scratch folder. */
  readonly folder?: string
  readonly additionalFolders?: readonly string[]
}

/** What a thread begins with. */
export interface ThreadStart extends AskedPlace {
  readonly agent: AgentDefinition
  /** The command line that the person saw and so trusts. */
  readonly command: string
  /** Seeing it was not enough: only an earlier trust counts. */
  readonly onlyIfTrusted?: boolean
  /** A thread whose transcript is offered for the first message. */
  readonly continues?: string
  /** A session of the agent's own to open. */
  readonly session?: { readonly sessionId: string, readonly title?: string }
}

/** Where a new thread works. Throws `folder_not_found` or `additional_folder`. */
export async function newPlace(
  { folder, additionalFolders = [] }: AskedPlace,
  { scratch, ...checks }: FolderChecks & { readonly scratch: ScratchFolders },
): Promise<Pick<NewThreadFacts, 'folder' | 'additionalFolders' | 'scratch'>> {
  if (folder !== undefined)
    return checkedFolders({ folder, additionalFolders }, checks)
  if (additionalFolders.length > 0)
    throw new HostError('additional_folder', 'A thread without a folder has no further ones. Choose a first folder, or remove these.')
  return { ...scratch.lend(), additionalFolders }
}
