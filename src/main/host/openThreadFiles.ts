import type { SettingsStore } from '../store/settings/settingsStore'
import type { Report } from '../system/report'
import type { ScratchFolders } from '../workspace/scratch/scratchFolders'
import type { Storage } from './storage'
import type { Subscribers } from './subscribers'
import { join } from 'node:path'
import { Buffers } from '../buffers/buffers'
import { Ledgers } from '../changes/ledgers'
import { FolderTurns } from '../threads/changes/folderTurns'
import { PathLists } from '../threads/mentions/pathLists'
import { AttachedFiles } from '../threads/requests/attachedFiles'
import { UnfinishedWrites } from '../workspace/files/unfinishedWrites'
import { openScratch } from './openScratch'
import { setAsideUnsaved } from './setAsideUnsaved'

/** What `openThreadFiles` needs. */
export interface ThreadFilesOptions {
  readonly dataFolder: string
  /** The program that records the changes of a folder. */
  readonly ledgerPath: string
  readonly settings: SettingsStore
  readonly subscribers: Subscribers
  readonly storage: Storage
  readonly report: Report
}

/** What threads share of the files in their folders. */
export interface ThreadFiles {
  readonly scratch: ScratchFolders
  readonly attachments: AttachedFiles
  readonly unfinishedWrites: UnfinishedWrites
  readonly buffers: Buffers
  readonly pathLists: PathLists
  readonly ledgers: Ledgers
  readonly folderTurns: FolderTurns
}

/** Opens what threads share of files, and clears away what an earlier Parley left half-written. */
export function openThreadFiles({ dataFolder, ledgerPath, settings, subscribers, storage, report }: ThreadFilesOptions): ThreadFiles {
  const scratch = openScratch({ dataFolder, store: storage.store, report })
  const unfinishedWrites = new UnfinishedWrites(join(dataFolder, 'writes'))
  unfinishedWrites.sweep().catch(error => report(error, 'clearing away unfinished writes'))
  const buffers = new Buffers({
    store: storage.unsavedFiles,
    write: (path, work) => storage.writes.write({ threadId: 'open files', what: path }, work),
    setAside: row => setAsideUnsaved(row, { dataFolder, tell: words => storage.tell(words) }),
    unfinishedWrites,
    onState: (path, state) => subscribers.emitAll('bufferChanged', { path, state }),
    // Agents that write files themselves say so by their tool calls.
    authorOf: (path) => {
      const threadId = folderTurns.threadNaming(path)
      const thread = threadId === undefined ? undefined : storage.store.readThread(threadId)
      return thread ? { kind: 'agent', threadId: thread.threadId, agentName: thread.agentName } : { kind: 'disk' }
    },
    report,
  })
  const ledgers = new Ledgers({ dataFolder, workerPath: ledgerPath, onHeard: folder => folderTurns.heard(folder), report })
  const folderTurns: FolderTurns = new FolderTurns({
    source: { of: folder => settings.settings.preferences.record_changes ? ledgers.of(folder) : undefined },
    report,
  })
  return {
    scratch,
    attachments: new AttachedFiles(dataFolder),
    unfinishedWrites,
    buffers,
    pathLists: new PathLists({ report }),
    ledgers,
    folderTurns,
  }
}
