import { parse } from 'node:path'
import { systemCode } from '../../shared/errors'

/** Where the person was when they started Parley; `undefined` when that folder is gone, as one that was deleted under their shell. */
export function startFolder(): string | undefined {
  try {
    return process.env.INIT_CWD ?? process.cwd() // npm runs its scripts in the package's folder; INIT_CWD is where the person was
  }
  catch (error) {
    if (systemCode(error) !== 'ENOENT')
      throw error
    process.chdir(parse(process.execPath).root) // what Parley starts has to be somewhere
    return undefined
  }
}
