import type { SettingsStore } from '../store/settings/settingsStore'
import type { Report } from '../system/report'
import type { ScratchFolders } from '../workspace/scratch/scratchFolders'
import type { Storage } from './storage'
import type { Subscribers } from './subscribers'
import { dirname, join } from 'node:path'
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
  /** The program that records the changes of a folder; the one that merges texts lies beside it. */
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
  const unsaved = new UnsavedPaths()
  const buffers = new Buffers({
    store: storage.unsavedFiles,
    write: (path, work) => storage.writes.write({ threadId: 'open files', what: path }, work),
    setAside: row => setAsideUnsaved(row, { dataFolder, tell: words => storage.tell(words) }),
    unfinishedWrites,
    workerPath: join(dirname(ledgerPath), 'merge.js'),
    onState: (path, state) => {
      unsaved.note(path, state.isUnsaved)
      subscribers.emitAll('bufferChanged', { path, state })
    },
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
    unsaved: () => [...new Set([...buffers.unsaved.map(({ path }) => path), ...unsaved.paths()])],
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

/** An agent that writes back what it was served makes the text equal to the disk's before anybody looks whose lines these are. */
const unsavedForMs = 5_000

/** The files that have unsaved text, or had some a moment ago. */
class UnsavedPaths {
  readonly #until = new Map<string, number>()

  note(path: string, isUnsaved: boolean): void {
    if (isUnsaved)
      this.#until.set(path, Infinity)
    else if (this.#until.get(path) === Infinity)
      this.#until.set(path, Date.now() + unsavedForMs)
  }

  paths(): string[] {
    for (const [path, until] of this.#until) {
      if (until < Date.now())
        this.#until.delete(path)
    }
    return [...this.#until.keys()]
  }
}
