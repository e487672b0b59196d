import type { Params } from '../../../../src/shared/contract/contract'
import type { HostConnection } from '../../../../src/shared/rpc'
import { type ChangeTexts, type FileChange, isPending } from '../../../../src/shared/changes/change'
import { applySelectedHunks, removeHunks } from '../../../../src/shared/changes/hunks'
import { diffFile } from '../../../../src/shared/diff/fileDiff'

/** A file of the double: its previous and current content, and its author. */
export interface StandInFile {
  before: string | null
  after: string | null
  readonly by: FileChange['by']
  state?: FileChange['state']
  readonly more?: Partial<FileChange>
  /** Further facts about its texts. */
  readonly texts?: Partial<ChangeTexts>
}

/**
 * A double of the host with files from a test or the gallery. Supports keeping and rejecting; undoing restores the
 * previous state.
 */
export class ChangesHost {
  readonly files: Map<string, StandInFile>
  readonly requests: string[] = []
  #listener: (() => void) | undefined
  #before: { act: 'keep' | 'reject', files: [string, StandInFile][] } | undefined

  constructor(files: Readonly<Record<string, StandInFile>>) {
    this.files = new Map(Object.entries(files))
  }

  readonly host = {
    listChanges: () => this.#answer('list', {
      files: [...this.files].map(([path, file]) => this.#change(path, file)),
      count: this.files.size,
      marks: [],
      pending: [...this.files.values()].filter(({ state }) => isPending(state)).length,
      ...this.#before && { undo: { act: this.#before.act, operation: 1, at: 1 } },
    }),
    readChange: ({ path }: Params<'readChange'>) => this.#answer(`read ${path}`, this.#texts(path)),
    decideChanges: ({ act, files }: Params<'decideChanges'>) => {
      this.#before = { act, files: files.map(({ path }) => [path, { ...this.files.get(path)! }]) }
      const left = files.flatMap((decided) => {
        const { baseline, current } = this.#texts(decided.path)
        if (decided.baseline !== baseline || decided.current !== current)
          return [{ path: decided.path, why: 'stale' as const, words: 'It changed meanwhile.' }]
        this.#decide(act, decided)
        return []
      })
      this.changed()
      const [first] = files
      const what = first?.version ? `keep ${first.version} of ${first.hunks?.join()}` : act
      return this.#answer(what, { done: files.length - left.length, left })
    },
    readReviewProgress: () => Promise.resolve(undefined),
    undoDecision: ({ path, state, hunk }: Params<'undoDecision'>) =>
      this.#answer(`undo ${state} ${hunk ?? 'all'} of ${path}`, { done: 1, left: [] }),
    undoReview: () => {
      for (const [path, file] of this.#before?.files ?? [])
        this.files.set(path, file)
      this.#before = undefined
      this.changed()
      return this.#answer('undo', { done: 1, left: [] })
    },
    previewReject: () => this.#answer('plan', [...this.files].flatMap(([path, { before, state, by }]) => isPending(state)
      ? [{ path, by, does: before === null ? 'delete' as const : 'restore' as const, ...keysOf(this.#texts(path)) }]
      : [])),
    previewRestore: () => this.#answer('preview', [...this.files].map(([path, { before, after, by }]) => ({
      path,
      by,
      baseline: 'b',
      does: before === null ? 'delete' as const : after === null ? 'create' as const : 'restore' as const,
      current: 'k',
    }))),
    restoreFiles: ({ files }: Params<'restoreFiles'>) => this.#answer('restore', {
      done: files.length,
      left: [],
      undo: { act: 'restore' as const, operation: 1, at: 1 },
    }),
    reassignChange: () => this.#answer('claim', undefined),
    readDraft: () => Promise.resolve(undefined),
    saveDraft: () => Promise.resolve(),
    sendPrompt: ({ content: [first] }: Params<'sendPrompt'>) =>
      this.#answer(`send ${first?.type === 'text' ? first.text : ''}`, undefined),
  }

  readonly connection = {
    host: new Proxy(this.host, { get: (known, name) => known[name as keyof typeof known] ?? (() => Promise.resolve({})) }),
    on: (event: string, listener: (payload: { threadId: string }) => void) => {
      if (event === 'changesChanged')
        this.#listener = () => listener({ threadId: 't' })
      return () => undefined
    },
  } as unknown as HostConnection // the review's calls

  /** Notifies the window of new changes. */
  changed(): void {
    this.#listener?.()
  }

  #answer<T>(what: string, answer: T): Promise<T> {
    this.requests.push(what)
    return Promise.resolve(answer)
  }

  #change(path: string, { before, after, by, state, more }: StandInFile): FileChange {
    const { added, removed } = diffFile(before, after ?? '')
    const kind = before === null ? 'added' : after === null ? 'deleted' : 'changed'
    const { baseline, current } = this.#texts(path)
    const keys = isPending(state) && { keys: { baseline, current } }
    return { path, kind, by, added, removed, ...state && { state }, ...keys, ...more }
  }

  #texts(path: string): ChangeTexts {
    const { before, after, texts } = this.files.get(path)!
    return { before, after, baseline: `b${before?.length}`, current: `c${after?.length}`, ...texts }
  }

  #decide(act: 'keep' | 'reject', { path, hunks }: Params<'decideChanges'>['files'][number]): void {
    const file = this.files.get(path)!
    if (act === 'keep')
      file.before = hunks ? applySelectedHunks(file.before ?? '', file.after ?? '', hunks) : file.after
    else
      file.after = hunks ? removeHunks(file.before ?? '', file.after ?? '', hunks) : file.before
    file.state = file.before === file.after ? act === 'keep' ? 'kept' : 'rejected' : 'partly'
  }
}

function keysOf({ baseline, current }: ChangeTexts): Pick<ChangeTexts, 'baseline' | 'current'> {
  return { baseline, current }
}
