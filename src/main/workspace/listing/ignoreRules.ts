import ignore, { type Ignore } from 'ignore'
import { isWithin } from '../../../shared/paths'

/** People write fewer lines, and each is tested against every path. */
const maxLines = 2_000
// Long lines, or many stars in a name, could take so long to match that a malicious ignore file blocks the host.
const maxLineCharacters = 500
const maxStarsInName = 3
const maxStarsInLine = 10

/** The rules of ignore files for the paths below a folder. Rules of deeper folders win. */
export interface IgnoreRules {
  /** Absolute path. */
  readonly folder: string
  readonly patterns: Ignore
  readonly above?: IgnoreRules | undefined
}

/** Adds the rules of an ignore file that applies to `folder`. */
export function addIgnoreFile(
  above: IgnoreRules | undefined,
  folder: string,
  text: string,
  platform = process.platform,
): IgnoreRules {
  const lines = text.split(/\r?\n/).slice(0, maxLines).filter(isCheap)
  // Git also ignores case on these platforms by default.
  const patterns = ignore({ ignorecase: platform === 'win32' || platform === 'darwin' }).add(lines)
  return { folder, patterns, above }
}

/** Whether a file or folder is ignored by a rule for its own path. Does not check the folders in between. */
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

function isCheap(line: string): boolean {
  return line.length <= maxLineCharacters
    && countStars(line) <= maxStarsInLine
    && line.split('/').every(name => countStars(name) <= maxStarsInName)
}

function countStars(text: string): number {
  return text.match(/\*+/g)?.length ?? 0
}
