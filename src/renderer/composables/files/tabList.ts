/** The tabs of a thread from left to right, as paths. */
export interface TabList {
  readonly paths: readonly string[]
  readonly active?: string
  /** The preview tab. The next previewed file replaces it, unless the tab becomes permanent. */
  readonly preview?: string
}

/** Maximum tabs of a thread. Opening more closes the leftmost. */
const maxTabs = 40
/** The host stores no longer text. */
const maxSerializedLength = 4_096

/** The tabs of a thread without open files. */
export const noTabs: TabList = { paths: [] }

/** Activates a file's tab. A file without a tab is opened, in the preview tab if `isPreview`. */
export function openTab(list: TabList, path: string, isPreview = false): TabList {
  const { paths, preview } = list
  if (paths.includes(path))
    return { paths, active: path, ...preview !== undefined && (preview !== path || isPreview) && { preview } }
  if (isPreview && preview !== undefined)
    return { paths: paths.map(known => known === preview ? path : known), active: path, preview: path }
  const after = list.active === undefined ? paths.length : paths.indexOf(list.active) + 1
  const all = [...paths.slice(0, after), path, ...paths.slice(after)]
  const cut = all.length > maxTabs ? all.filter((known, index) => index > 0 || known === path) : all
  const next = isPreview ? path : preview
  return { paths: cut, active: path, ...next !== undefined && cut.includes(next) && { preview: next } }
}

/** Closes a file's tab and activates the next one, or else the previous one. */
export function closeTab(list: TabList, path: string): TabList {
  const at = list.paths.indexOf(path)
  if (at < 0)
    return list
  const paths = list.paths.filter(known => known !== path)
  const active = list.active === path ? paths[at] ?? paths.at(-1) : list.active
  const preview = list.preview === path ? undefined : list.preview
  return { paths, ...active !== undefined && { active }, ...preview !== undefined && { preview } }
}

/** Makes a file's preview tab permanent. */
export function keepTab(list: TabList, path: string): TabList {
  if (list.preview !== path)
    return list
  const { preview: _, ...rest } = list
  return rest
}

/** Replaces a path by the file's real path. Merges tabs of the same file. */
export function renameTab(list: TabList, path: string, real: string): TabList {
  if (path === real || !list.paths.includes(path))
    return list
  const renamed = (known: string | undefined): string | undefined => known === path ? real : known
  const active = renamed(list.active)
  const preview = list.paths.includes(real) ? undefined : renamed(list.preview)
  return {
    paths: [...new Set(list.paths.map(known => renamed(known)!))], // a path for each path
    ...active !== undefined && { active },
    ...preview !== undefined && { preview },
  }
}

/** Serializes as many of the rightmost tabs as fit. */
export function serializeTabs({ paths, active }: TabList): string {
  for (let from = 0; from < paths.length; from++) {
    const kept = paths.slice(from)
    const text = JSON.stringify({ paths: kept, ...active !== undefined && kept.includes(active) && { active } })
    if (text.length <= maxSerializedLength)
      return text
  }
  return ''
}

/** Parses the result of `serializeTabs`. Returns no tabs for any other text. */
export function parseTabs(text: string): TabList {
  if (text === '')
    return noTabs
  try {
    const { paths, active } = JSON.parse(text) as { paths?: unknown, active?: unknown } // its fields are checked below
    if (!Array.isArray(paths))
      return noTabs
    const known = [...new Set(paths.filter(path => typeof path === 'string' && path !== ''))].slice(-maxTabs) as string[] // filtered
    const front = known.find(path => path === active) ?? known.at(-1)
    return { paths: known, ...front !== undefined && { active: front } }
  }
  catch {
    return noTabs // stored by an unknown version
  }
}
