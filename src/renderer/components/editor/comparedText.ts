import type { HostClient } from '../../../shared/contract/contract'
import { HostError } from '../../../shared/errors'
import { editorWords } from './words'

const { compare: words } = editorWords

/** What an open text is compared with: the disk or the turn's start, and what is to be said of that one. */
export type ComparedWith = keyof typeof words.with

/** A text to compare with, as an editor holds it. */
export interface Compared {
  readonly text: string
  readonly with: ComparedWith
}

/** What the disk holds of a file. */
export async function savedText(host: HostClient, file: { threadId: string, path: string }): Promise<Compared> {
  return { text: await host.readDisk(file), with: 'disk' }
}

/** What a file held when the turn of that prompt began; the thread, without one. */
export async function turnStartText(host: HostClient, file: { threadId: string, path: string }, promptId?: string): Promise<Compared> {
  try {
    const { before, facts } = await host.readChange({ ...file, ...promptId !== undefined && { from: promptId } })
    const wasLink = facts?.some(fact => fact.kind === 'link' && fact.before !== undefined) ?? false
    if (before === undefined || wasLink)
      throw new HostError('unsupported', words.noText)
    return before === null ? { text: '', with: 'noFile' } : { text: asEdited(before), with: 'turn' }
  }
  catch (error) {
    // So it is what it was, as far as Parley knows.
    if (error instanceof HostError && error.code === 'not_found')
      return { text: await host.readDisk(file), with: 'unchanged' }
    throw error
  }
}

/** The ledger keeps a file's mark and line endings; an editor has neither. */
function asEdited(text: string): string {
  return text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
}
