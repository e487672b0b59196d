import type { UnreadFiles } from './unreadFiles'
import { listFloods } from './floods'
import { countUnnamed, type KnownFolder, walkFiles } from './knownFolder'

/** The unrecorded parts of a folder. */
interface Gap {
  readonly isMissing: boolean
  readonly isNamedOnly: boolean
  /** The system refuses to report changes. */
  readonly isPolling: boolean
  readonly files: number
  /** Files that have not been read yet. */
  readonly unread: number
  /** Files that are not kept because the folder's share of the disk, or the disk itself, is full. */
  readonly refused: number
  /** Files and folders whose names are not UTF-8. */
  readonly unnamed: number
  readonly floods: readonly { readonly path: string, readonly count: number }[]
}

/** Determines the unrecorded parts of a folder. */
export function computeGap(
  root: KnownFolder | undefined,
  { count: unread, refusedCount: refused }: UnreadFiles,
  more: Pick<Gap, 'isMissing' | 'isNamedOnly' | 'isPolling'>,
): Gap {
  const [unnamed, floods] = root ? [countUnnamed(root), listFloods(root)] : [0, []]
  return { ...more, files: unread === 0 || !root ? 0 : [...walkFiles(root)].length, unread, refused, unnamed, floods }
}

/** Maximum number of folders to name; the others are counted. */
const maxFloods = 3

/** Describes the gap to the person; `undefined` if everything is recorded. */
export function formatGap(gap: Gap): string | undefined {
  const percent = getRecordedPercent(gap)
  const words = [
    gap.isMissing ? 'The folder is not there.' : '',
    gap.isNamedOnly ? 'This folder is too large to be recorded: only files that the agent names are.' : '',
    ...gap.floods.slice(0, maxFloods).map(describeFlood),
    gap.floods.length > maxFloods ? `So did ${gap.floods.length - maxFloods} other folders.` : '',
    gap.unread > 0
      ? `${percent} % of the files are recorded so far: what changes before it is recorded cannot be put back.`
      : '',
    gap.refused === 1 ? '1 file could not be kept, for lack of space: it cannot be put back.' : '',
    gap.refused > 1 ? `${gap.refused.toLocaleString('en')} files could not be kept, for lack of space: they cannot be put back.` : '',
    gap.unnamed === 1 ? '1 name is not UTF-8: what it names is not recorded.' : '',
    gap.unnamed > 1 ? `${gap.unnamed.toLocaleString('en')} names are not UTF-8: what they name is not recorded.` : '',
    gap.isPolling ? 'The system cannot watch more folders, so changes show after a while.' : '',
  ].filter(Boolean)
  return words.length === 0 ? undefined : words.join(' ')
}

function getRecordedPercent({ files, unread }: Gap): number {
  return Math.floor((1 - unread / Math.max(files, 1)) * 100)
}

function describeFlood({ path, count }: Gap['floods'][number]): string {
  const folder = path === '' ? 'The folder' : `"${path}"`
  return `${folder} got ${count.toLocaleString('en')} new files at once: too many to record.`
}
