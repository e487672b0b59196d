import { opendir } from 'node:fs/promises'
import { join } from 'node:path'

/** More than a person can picture; a count must not take minutes. */
const mostCounted = 10_000

/** How many files a folder holds, links among them. */
export interface FileCount {
  readonly files: number
  /** There are more. */
  readonly isCut: boolean
}

/** Counts the files below a folder, without following links. A folder that cannot be read counts as a file. */
export async function countFiles(folder: string): Promise<FileCount> {
  const folders = [folder]
  let [files, seen] = [0, 0]
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    try {
      for await (const entry of await opendir(next)) {
        if (++seen > mostCounted)
          return { files, isCut: true }
        if (entry.isDirectory())
          folders.push(join(next, entry.name))
        else
          files += 1
      }
    }
    catch {
      files += 1 // whatever is in it goes too
    }
  }
  return { files, isCut: false }
}
