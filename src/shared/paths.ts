/**
 * Node's `process.platform`. On `win32` both slashes separate names; on any other platform a backslash is an ordinary
 * character.
 */
export type Platform = 'win32' | (string & {})

/** The non-empty names in a path, from left to right. */
export function splitPath(path: string, platform: Platform): string[] {
  return path.split(platform === 'win32' ? /[\\/]+/ : /\/+/).filter(name => name !== '')
}

/**
 * Whether `path` is the folder or inside it, lexically: `.` and `..` are resolved, links are not. Case-sensitive, so
 * callers that must ignore case fold both paths first.
 */
export function isWithin(path: string, folder: string, platform: Platform): boolean {
  if (getRootKind(path, platform) !== getRootKind(folder, platform))
    return false
  const names = resolveNames(path, platform)
  const above = resolveNames(folder, platform)
  return above.every((name, index) => names[index] === name) && names[above.length] !== '..'
}

/** The folders that are not inside another one of the list. */
export function removeNested(folders: readonly string[], platform: Platform): string[] {
  return folders.filter(folder => !folders.some(other => other !== folder && isWithin(folder, other, platform)))
}

/** The kind of a path's root: empty for a relative path; a drive or the file system's root; or a Windows share. */
function getRootKind(path: string, platform: Platform): '' | 'top' | 'share' {
  if (platform !== 'win32')
    return path.startsWith('/') ? 'top' : ''
  if (/^[\\/]{2}/.test(path))
    return 'share'
  return /^(?:[A-Z]:)?[\\/]/i.test(path) ? 'top' : ''
}

function resolveNames(path: string, platform: Platform): string[] {
  const resolved: string[] = []
  const isAbsolute = getRootKind(path, platform) !== ''
  for (const name of splitPath(path, platform)) {
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
