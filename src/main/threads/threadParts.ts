import type { UnfinishedWrites } from '../workspace/files/unfinishedWrites'
import type { Workspace } from '../workspace/workspace'
import type { ThreadLog } from './log/threadLog'
import type { ThreadPermissions } from './permission/threadPermissions'
import type { CommandSandbox } from './requests/commandSandbox'
import type { ThreadTerminals } from './requests/threadTerminals'

/** What a thread lends to its requests. */
export interface ThreadParts {
  readonly agentName: string
  readonly folder: string
  /** What commands inherit, before the agent's own variables. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly log: ThreadLog
  readonly permissions: ThreadPermissions
  readonly terminals: ThreadTerminals
  readonly workspace: Workspace
  readonly unfinishedWrites: UnfinishedWrites
  readonly sandbox: CommandSandbox
  readonly isTurnOpen: () => boolean
}
