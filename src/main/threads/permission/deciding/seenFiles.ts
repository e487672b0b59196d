import type { AcceptedFile } from '../../../store/tables/acceptedFileTable'
import type { ThreadStore } from '../../../store/threadStore'
import type { DecidingFiles } from './decidingFiles'
import { fileState, type SeenFile } from './fileState'

/** What decided what a command runs, at the moment when it was judged or asked about. */
export interface SeenFiles {
  readonly at: number
  readonly files: readonly SeenFile[]
  /** What could not be looked at. */
  readonly unknown?: string
}

/** The times of files lag behind the system's clock by this at most. */
const clockGrainMs = 20

/** No more is read for one command; files beyond it count as unreadable. */
const maxTotalBytes = 64 * 1024 * 1024

/** Reads the files. */
export function seeFiles({ files, unknown }: DecidingFiles): SeenFiles {
  const at = Date.now()
  let left = maxTotalBytes
  const states = files.map(({ path, aspect }) => {
    const state = fileState(path, aspect, left)
    left -= state.bytes
    return state
  })
  return { at, files: states, unknown }
}

/** What the person allowed holds for the contents that were there. Knows which contents they, or a run that they allowed, accepted. */
export class AcceptedFiles {
  readonly #store: ThreadStore

  constructor(store: ThreadStore) {
    this.#store = store
  }

  /** Why what was allowed at `since` is asked about now, or `undefined`: then these contents are kept as those that were there. */
  whyChanged(now: SeenFiles, since: number): string | undefined {
    const changed = why(now, file => this.#isAccepted(file, since))
    if (changed === undefined)
      this.#keep(now, since)
    return changed
  }

  /** The same for what was allowed when the files were as `before`. */
  whyDifferent(now: SeenFiles, before: SeenFiles): string | undefined {
    const known = new Map(before.files.map(({ name, hash }) => [name, hash]))
    return why(
      { ...now, unknown: now.unknown === before.unknown ? undefined : now.unknown },
      file => known.get(file.name) === file.hash || (!file.isUnknown && this.#store.isFileAccepted(kept(file), before.at)),
    )
  }

  /** Keeps that these contents are what the person wants run. */
  accept(seen: SeenFiles): void {
    this.#keep(seen)
  }

  #keep({ files, at }: SeenFiles, since?: number): void {
    const news = files.filter(file => !file.isUnknown && (since === undefined || !this.#isKept(file, since)))
    if (news.length > 0)
      this.#store.acceptFiles(news.map(kept), { since, at })
  }

  /** A command is judged several times before it starts: what is known is not written again. */
  #isKept(file: SeenFile, since: number): boolean {
    return this.#store.isFileAccepted(kept(file), since) && this.#store.hasAcceptedSince(file.name, since)
  }

  #isAccepted(file: SeenFile, since: number): boolean {
    if (file.isUnknown)
      return file.changedAt < since - clockGrainMs
    if (this.#store.isFileAccepted(kept(file), since))
      return true
    // Once a content was known, another is a change, also one that was put there by moving a folder.
    return file.changedAt < since - clockGrainMs && !this.#store.hasAcceptedSince(file.name, since)
  }
}

/** As it is stored. */
function kept({ name, hash }: SeenFile): AcceptedFile {
  return { path: name, hash }
}

function why({ files, unknown }: SeenFiles, isAccepted: (file: SeenFile) => boolean): string | undefined {
  const changed = files.find(file => !isAccepted(file))
  if (changed && changed.changedAt < Infinity)
    return `${changed.path}, which decides what it runs, was changed since you allowed it`
  const unseen = changed?.path ?? unknown
  return unseen === undefined ? undefined : `${unseen}, which may decide what it runs, cannot be looked at`
}
