import { existsSync, renameSync } from 'node:fs'
import { copiesOf, withCompanions } from './copies'

/**
 * Renames a damaged database and its companions, which are never deleted; answers with its new name. If the file is gone, an earlier
 * recovery was interrupted: then the answer is the one set aside last, if any.
 */
export function setAside(file: string): string | undefined {
  if (!existsSync(file))
    return copiesOf(file, 'corrupt')[0]
  const time = new Date().toISOString().replace(/[:.]/g, '-')
  const [newest] = copiesOf(file, 'corrupt')
  const number = 1 + Number(/\.corrupt-(\d+)/.exec(newest ?? '')?.[1] ?? 0)
  const aside = `${file}.corrupt-${number}-${time}`
  // The database last: while it is there, an interrupted recovery starts over.
  for (const name of withCompanions(file).reverse()) {
    if (existsSync(name))
      renameSync(name, aside + name.slice(file.length))
  }
  return aside
}
