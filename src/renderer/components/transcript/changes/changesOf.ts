import type { Diff, ToolCall } from '@agentclientprotocol/sdk'
import type { ToolEntry } from '../../../../shared/thread/transcript'
import type { Change } from '../../diff/smallDiff'
import { isSameFile } from '../../../../shared/thread/notAsked'

/** What a call changed, file by file: where Parley wrote a file it knows better than the agent what changed. */
export function changesOf({ content, writes = [] }: Pick<ToolCall, 'content'> & Pick<ToolEntry, 'writes'>): readonly Change[] {
  const shown = (content ?? []).filter((item): item is Diff & { type: 'diff' } => item.type === 'diff')
  return [...shown.filter(({ path }) => !writes.some(write => isSameFile(path, write.path))), ...writes]
}
