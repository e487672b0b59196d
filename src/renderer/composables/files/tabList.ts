/** The tabs of a thread, from left to right, by the paths of their files. */
export interface TabList {
  readonly paths: readonly string[]
  readonly active?: string
  /** The tab that the next look at a file takes over, until something is done in it. */
  readonly preview?: string
}

/** The most tabs of a thread; the oldest are closed first. */
const maxTabs = 40
/** The host keeps no longer text of a last choice. */
const maxText = 4_096

/** The tabs of a thread in which no file is open. */
export const noTabs: TabList = { paths: [] }

/**
 * The tabs with that file in front. `isPreview`: in the tab that takes one look after the other, unless it has its own.
 */
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

/** The tabs without that file; the next one comes to the front, or else the one before. */
export function closeTab(list: TabList, path: string): TabList {
  const at = list.paths.indexOf(path)
  if (at < 0)
    return list
  const paths = list.paths.filter(known => known !== path)
  const active = list.active === path ? paths[at] ?? paths.at(-1) : list.active
  const preview = list.preview === path ? undefined : list.preview
  return { paths, ...active !== undefined && { active }, ...preview !== undefined && { preview } }
}

/** The file stays in its tab. */
export function keepTab(list: TabList, path: string): TabList {
  if (list.preview !== path)
    return list
  const { preview: _, ...rest } = list
  return rest
}

/** A file by its real path, once that is known; where it has a tab already, there is one. */
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

/** The tabs as a text that is kept: as many of the last as it holds. */
export function textOfTabs({ paths, active }: TabList): string {
  for (let from = 0; from < paths.length; from++) {
    const kept = paths.slice(from)
    const text = JSON.stringify({ paths: kept, ...active !== undefined && kept.includes(active) && { active } })
    if (text.length <= maxText)
      return text
  }
  return ''
}

/** What `textOfTabs` made; of anything else nothing. */
export function tabsOfText(text: string): TabList {
  if (text === '')
    return noTabs
  try {
    const { paths, active } = JSON.parse(text) as { paths?: unknown, active?: unknown } // looked at field by field below
    if (!Array.isArray(paths))
      return noTabs
    const known = [...new Set(paths.filter(path => typeof path === 'string' && path !== ''))].slice(-maxTabs) as string[] // filtered
    const front = known.find(path => path === active) ?? known.at(-1)
    return { paths: known, ...front !== undefined && { active: front } }
  }
  catch {
    return noTabs // an unknown version kept it
  }
}
