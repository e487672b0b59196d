import ignore, { type Ignore } from 'ignore'
import { isWithin } from '../../../shared/paths'

/** More lines are no list that a person wrote, and each is tried on every path. */
const maxLines = 2_000
/**
 * Longer ones, or with more stars in one name, could take long to try: whoever wrote the folder's files must not stop
 * the host.
 */
const maxLineCharacters = 500
const maxStarsInName = 3
const maxStarsInLine = 10

/** What ignore files say about the paths below a folder. Those further inside win. */
export interface IgnoreRules {
  /** An absolute path. */
  readonly folder: string
  readonly patterns: Ignore
  readonly above?: IgnoreRules | undefined
}

/** The rules with those of one more ignore file, which lies in `folder` or speaks for it. */
export function withIgnoreFile(above: IgnoreRules | undefined, folder: string, text: string, platform = process.platform): IgnoreRules {
  const lines = text.split(/\r?\n/).slice(0, maxLines).filter(isQuick)
  // As git does where the file system ignores case.
  const patterns = ignore({ ignorecase: platform === 'win32' || platform === 'darwin' }).add(lines)
  return { folder, patterns, above }
}

/** Whether a file or folder below the folder of the rules is ignored; the folders in between are not looked at. */
export function isIgnored(
  rules: IgnoreRules | undefined,
  path: string,
  kind: 'file' | 'folder',
  platform = process.platform,
): boolean {
  for (let level = rules; level; level = level.above) {
    if (!isWithin(path, level.folder, platform))
      continue
    const below = path.slice(level.folder.length).replaceAll(platform === 'win32' ? '\\' : '/', '/').replace(/^\/+/, '')
    const { ignored, unignored } = level.patterns.test(kind === 'folder' ? `${below}/` : below)
    if (ignored || unignored)
      return ignored
  }
  return false
}

function isQuick(line: string): boolean {
  return line.length <= maxLineCharacters
    && starsIn(line) <= maxStarsInLine
    && line.split('/').every(name => starsIn(name) <= maxStarsInName)
}

function starsIn(text: string): number {
  return text.match(/\*+/g)?.length ?? 0
}
