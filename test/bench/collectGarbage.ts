import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Now, so that what ran before is not collected while something else is measured. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void // there since the line above
  collect()
}
