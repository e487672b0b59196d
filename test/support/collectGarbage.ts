import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Now, so that memory holds what is needed alone. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void // there since the line above
  collect()
}
