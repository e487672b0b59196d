import type { Version } from './store/versionTable'
import { type ChangedBy, isAgents } from '../../shared/changes/change'

/** Who made a version, as that thread sees it: to it, another thread's agent is `otherThread`. */
export function authorFor(viewer: string, { author, threadId }: Pick<Version, 'author' | 'threadId'>): ChangedBy {
  return isAgents(author) && threadId !== viewer ? 'otherThread' : author
}
