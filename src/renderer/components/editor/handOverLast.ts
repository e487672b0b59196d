import type { HostClient } from '../../../shared/contract/contract'
import type { BufferView } from '../../../shared/contract/methods/bufferMethods'
import type { Code } from './code/codeEditor'
import type { UntakenTexts } from './untakenTexts'
import { isOutOfReach } from '../../report'

/** What `handOverLast` needs. */
export interface LastHandOver {
  readonly threadId: string
  readonly view: BufferView
  readonly host: HostClient
  readonly untaken: UntakenTexts
}

/** Hands over what was typed last in an editor that goes, and disposes of it; what the host refuses is kept in `untaken`. */
export async function handOverLast(code: Code, { threadId, view: { path, lineage }, host, untaken }: LastHandOver): Promise<void> {
  const changes = code.untaken()
  const kept = changes && { ...changes, threadId, path, lineage }
  untaken.places.set(path, { ...code.place(), host })
  if (kept)
    untaken.keep(kept)
  try {
    await code.push()
    if (!kept)
      return
    if (code.untaken()?.updates.length)
      untaken.handOver(host) // it is of another text than the host's
    else
      untaken.drop(kept)
  }
  catch (error) {
    if (!isOutOfReach(error))
      untaken.handOver(host)
  }
  finally {
    code.dispose()
  }
}
