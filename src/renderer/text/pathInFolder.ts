/** A path as it is called from within `folder`; the whole path where it does not lie in there, or does not say plainly that it does. */
export function pathInFolder(path: string, folder: string | undefined): string {
  const base = folder?.replace(/[/\\]+$/, '')
  if (!base || !path.startsWith(base) || !/^[/\\]/.test(path.slice(base.length)))
    return path
  const rest = path.slice(base.length).replace(/^[/\\]+/, '')
  return rest === '' || rest.split(/[/\\]/).includes('..') ? path : rest
}
