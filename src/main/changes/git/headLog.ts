import { Buffer } from 'node:buffer'
import { closeSync, fstatSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { systemCode } from '../../../shared/errors'
import { openPlain } from '../plainFile'

/** What a turn adds is at the end of the log; a line takes about 200 bytes. */
const tailBytes = 64 * 1024

/** How many commits git's log of HEAD lists since HEAD was last at `commit`; 0 where the log does not go back to it. */
export function commitsSince(gitFolder: string, commit: string): number {
  const lines = tailOf(join(gitFolder, 'logs', 'HEAD')).split('\n').filter(line => line !== '')
  const last = lines.findLastIndex(line => line.startsWith(`${commit} `))
  if (last < 0)
    return 0
  return lines.slice(last).filter(line => /\tcommit\b/.test(line)).length
}

function tailOf(path: string): string {
  let file: number
  try {
    file = openPlain(path)
  }
  catch (error) {
    if (systemCode(error) === undefined)
      throw error
    return '' // this repository keeps no log, or a link or the like is there
  }
  try {
    const found = fstatSync(file)
    if (!found.isFile())
      return '' // a pipe would be waited for, for ever
    const { size } = found
    const bytes = Buffer.alloc(Math.min(size, tailBytes))
    const read = readSync(file, bytes, 0, bytes.length, size - bytes.length)
    return bytes.toString('utf8', 0, read)
  }
  finally {
    closeSync(file)
  }
}
