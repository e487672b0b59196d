import type { Version } from './store/versionTable'
import { type ChangedBy, isByAgent } from '../../shared/changes/change'

/** Author of a version from a thread's point of view: agents of other threads are `otherThread`. */
export function getAuthorFor(viewer: string, { author, threadId }: Pick<Version, 'author' | 'threadId'>): ChangedBy {
  return isByAgent(author) && threadId !== viewer ? 'otherThread' : author
}
