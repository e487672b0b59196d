import type { Version } from './store/versionTable'
import { type ChangedBy, isAgents } from '../../shared/changes/change'

/** Author of a version from a thread's point of view: agents of other threads are `otherThread`. */
export function authorFor(viewer: string, { author, threadId }: Pick<Version, 'author' | 'threadId'>): ChangedBy {
  return isAgents(author) && threadId !== viewer ? 'otherThread' : author
}
