import { type Platform, splitPath } from '../../../shared/paths'

/** Explains why a path pattern is invalid; `undefined` if it is valid. */
export function findPathPatternFault(pattern: string): string | undefined {
  if (/[[\]{}!]/.test(pattern))
    return 'A path pattern can use only *, ** and ? as wildcards.'
  if (pattern.split('/').some(name => name === '..' || name === '.'))
    return 'A path pattern cannot have . or .. in it. Write the path out.'
  return pattern.split('/').every(name => name === '**' || !name.includes('**'))
    ? undefined
    : 'In a path pattern, ** must stand alone between two slashes.'
}

/** Whether a real path matches a pattern, which is relative to `folder` unless it is absolute. */
export function matchesPath(
  pattern: string,
  path: string,
  { folder, ignoresCase = false, platform = process.platform }: { folder: string, ignoresCase?: boolean, platform?: Platform },
): boolean {
  const whole = isFromTop(pattern, platform) ? pattern : `${folder}/${pattern}`
  const fold = (text: string): string => (ignoresCase ? text.normalize('NFC').toLowerCase() : text.normalize('NFC'))
  return matchNames(splitPath(fold(whole), platform), splitPath(fold(path), platform))
}

/** Whether a pattern is absolute instead of relative to the thread's folder. */
export function isFromTop(pattern: string, platform: Platform = process.platform): boolean {
  return platform === 'win32' ? /^(?:[A-Z]:)?[\\/]/i.test(pattern) : pattern.startsWith('/')
}

function matchNames(pattern: readonly string[], names: readonly string[]): boolean {
  // reached[n]: the pattern so far matches the first n names.
  let reached = [true, ...names.map(() => false)]
  for (const part of pattern) {
    const next = reached.map(() => false)
    if (part === '**') {
      const first = reached.indexOf(true)
      next.fill(true, first < 0 ? next.length : first)
    }
    else {
      names.forEach((name, index) => next[index + 1] = reached[index]! && matchName(part, name))
    }
    reached = next
  }
  return reached.at(-1)!
}

function matchName(pattern: string, name: string): boolean {
  let at = 0
  let from = 0
  let star = -1
  let retry = 0
  // Greedy matching that backtracks only to the last star, so the time is at most the product of both lengths.
  while (from < name.length) {
    if (pattern[at] === '*') {
      star = at++
      retry = from
    }
    else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === name[from])) {
      at++
      from++
    }
    else if (star >= 0) {
      at = star + 1
      from = ++retry
    }
    else {
      return false
    }
  }
  while (pattern[at] === '*')
    at++
  return at === pattern.length
}
