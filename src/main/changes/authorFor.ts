import type { Version } from './store/versionTable'
import { type ChangedBy, isByAgent } from '../../shared/changes/change'

/** The author of a version as seen by a thread: agents of other threads are `otherThread`. */
export function getAuthorFor(viewer: string, { author, threadId }: Pick<Version, 'author' | 'threadId'>): ChangedBy {
  return isByAgent(author) && threadId !== viewer ? 'otherThread' : author
}
