/** Why a path pattern cannot be used, or `undefined`. */
export function pathPatternFault(pattern: string): string | undefined {
  if (/[[\]{}!]/.test(pattern))
    return 'A path pattern knows *, ** and ? only.'
  if (pattern.split('/').some(name => name === '..' || name === '.'))
    return 'A path pattern cannot climb: write the path as it is, without . and .. in it.'
  return pattern.split('/').every(name => name === '**' || !name.includes('**')) ? undefined : '** stands alone between slashes.'
}

/** Whether a real path fits a pattern, which is relative to `folder` unless it begins at the top. */
export function matchesPath(
  pattern: string,
  path: string,
  { folder, ignoresCase = false }: { folder: string, ignoresCase?: boolean },
): boolean {
  const whole = isFromTop(pattern) ? pattern : `${folder}/${pattern}`
  const fold = (text: string): string => (ignoresCase ? text.normalize('NFC').toLowerCase() : text.normalize('NFC'))
  return matchNames(namesOf(fold(whole)), namesOf(fold(path)))
}

/** Whether a pattern names a place of its own, not one in the thread's folder. */
export function isFromTop(pattern: string): boolean {
  return /^(?:[\\/]|[A-Z]:[\\/])/i.test(pattern)
}

/** Whether a path is a folder, or lies in it. */
export function isBelow(path: string, folder: string): boolean {
  const names = namesOf(path)
  return namesOf(folder).every((name, index) => names[index] === name)
}

function namesOf(path: string): string[] {
  return path.split(/[\\/]+/).filter(name => name !== '')
}

function matchNames(pattern: readonly string[], names: readonly string[]): boolean {
  // reached[n]: the pattern up to here fits the first n names.
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
  // The usual walk with one step back to the last star: its time grows with the product of both lengths, never more.
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
