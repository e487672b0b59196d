/**
 * As Node names it: on `win32` both slashes separate names, on any other platform a backslash is a letter like any
 * other.
 */
export type Platform = 'win32' | (string & {})

/** The names in a path from left to right, empty ones left out. */
export function namesInPath(path: string, platform: Platform): string[] {
  return path.split(platform === 'win32' ? /[\\/]+/ : /\/+/).filter(name => name !== '')
}

/**
 * Whether `path` is the folder itself or lies below it, as the two are spelled: `.` and `..` are resolved, links are
 * the caller's to follow. Case counts, so a caller that must ignore it folds both first.
 */
export function isWithin(path: string, folder: string, platform: Platform): boolean {
  if (rootOf(path, platform) !== rootOf(folder, platform))
    return false
  const names = resolvedNames(path, platform)
  const above = resolvedNames(folder, platform)
  return above.every((name, index) => names[index] === name) && names[above.length] !== '..'
}

/** The folders that lie in no other one of them. */
export function outermost(folders: readonly string[], platform: Platform): string[] {
  return folders.filter(folder => !folders.some(other => other !== folder && isWithin(folder, other, platform)))
}

/** What a path begins at: nothing for a relative one, the drive's or the file system's top, or on Windows a share. */
function rootOf(path: string, platform: Platform): '' | 'top' | 'share' {
  if (platform !== 'win32')
    return path.startsWith('/') ? 'top' : ''
  if (/^[\\/]{2}/.test(path))
    return 'share'
  return /^(?:[A-Z]:)?[\\/]/i.test(path) ? 'top' : ''
}

function resolvedNames(path: string, platform: Platform): string[] {
  const resolved: string[] = []
  const isAbsolute = rootOf(path, platform) !== ''
  for (const name of namesInPath(path, platform)) {
    if (name === '.')
      continue
    if (name !== '..')
      resolved.push(name)
    else if (resolved.length > 0 && resolved.at(-1) !== '..')
      resolved.pop()
    else if (!isAbsolute)
      resolved.push(name)
  }
  return resolved
}
