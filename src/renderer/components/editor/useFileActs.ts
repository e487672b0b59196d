import type { HostClient } from '../../../shared/contract/contract'
import type { SaveOutcome } from '../../../shared/contract/methods/bufferMethods'
import type { Transcript } from '../../../shared/thread/transcript'
import type { Problems } from '../../composables/useProblems'
import type { Code } from './code/codeEditor'
import type { OpenedFile } from './useFile'
import { type ShallowRef, shallowRef, watch } from 'vue'
import { HostError } from '../../../shared/errors'
import { useHost } from '../../composables/host/useHost'
import { useToasts } from '../base/useToasts'
import { editorWords as words } from './words'

/** What can be done with an open file: save, revert, compare, settle. */
export function useFileActs({ file, code, name, problems, transcript }: {
  file: OpenedFile
  code: Readonly<ShallowRef<Code | undefined>>
  name: () => string
  problems: Problems
  transcript: () => Transcript | undefined
}) {
  const { host } = useHost()
  const toasts = useToasts()
  /** The disk holds something that this text has not seen. */
  const changed = shallowRef<Extract<SaveOutcome, { outcome: 'changed' }>>()
  const compared = shallowRef<ComparedWith>()
  watch(code, () => compared.value = undefined) // shown again, it is compared with nothing

  async function saveNow(over?: string): Promise<void> {
    await code.value?.push()
    const outcome = await host.saveBuffer({ ...file.place.value, ...over !== undefined && { over } })
    changed.value = outcome.outcome === 'changed' ? outcome : undefined
    if (outcome.outcome !== 'changed' && hasConflictMarkers(code.value?.view.state.doc.toString() ?? ''))
      toasts.show({ text: words.markersLeft(name()), tone: 'bad' })
  }

  const start = (what: string, act: () => Promise<unknown>): void => problems.start(what, act)

  function textOf(what: 'disk' | 'turn'): Promise<Compared> {
    if (what === 'disk')
      return savedText(host, file.place.value)
    const prompt = transcript()?.entries.findLast(entry => entry.kind === 'user' && entry.promptId !== undefined)
    return turnStartText(host, file.place.value, prompt?.kind === 'user' ? prompt.promptId : undefined)
  }

  return {
    changed,
    compared,
    save: (over?: string) => start(words.failed.save(name()), () => saveNow(over)),
    /** As an own change, which Undo reverts. */
    revert: () => start(words.failed.revert(name()), async () => code.value?.replace(await host.readDisk(file.place.value))),
    settle: (choice: 'mine' | 'theirs' | 'merge') => start(words.failed.settle(name()), async () => {
      const key = file.state.value.conflict?.key // before anything else may arrive
      await code.value?.push()
      if (key !== undefined)
        await host.settleBuffer({ ...file.place.value, choice, key })
    }),
    /** Without something to compare with, no more. */
    compare: (what?: 'disk' | 'turn') => start(words.failed.compare(name()), async () => {
      const other = what && await textOf(what)
      code.value?.compare(other?.text)
      compared.value = other?.with
    }),
  }
}

/** Whether a text has all three lines by which git, and "Keep both", separate two versions. */
export function hasConflictMarkers(text: string): boolean {
  return /^<{7} /m.test(text) && /^={7}$/m.test(text) && /^>{7} /m.test(text)
}

/** As `useFileActs` makes it. */
export type FileActs = ReturnType<typeof useFileActs>

/** What an open text is compared with: the disk or the turn's start, and what is to be said of that one. */
type ComparedWith = keyof typeof words.compare.with

/** A text to compare with, as an editor holds it. */
interface Compared {
  readonly text: string
  readonly with: ComparedWith
}

/** What the disk holds of a file. */
async function savedText(host: HostClient, file: { threadId: string, path: string }): Promise<Compared> {
  return { text: await host.readDisk(file), with: 'disk' }
}

/** What a file held when the turn of that prompt began; the thread, without one. */
async function turnStartText(host: HostClient, file: { threadId: string, path: string }, promptId?: string): Promise<Compared> {
  try {
    const { before, facts } = await host.readChange({ ...file, ...promptId !== undefined && { from: promptId } })
    const wasLink = facts?.some(fact => fact.kind === 'link' && fact.before !== undefined) ?? false
    if (before === undefined || wasLink)
      throw new HostError('unsupported', words.compare.noText)
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
