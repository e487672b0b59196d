import type { HostClient } from '../../../../shared/contract/contract'
import type { Transcript } from '../../../../shared/thread/transcript'
import { findJumpTarget, type JumpKind, jumpKinds } from '../../../../shared/thread/jumpPlaces'
import { shortcuts } from '../../../composables/shortcuts'
import { useAction } from '../../../composables/useAction'
import { useProblems } from '../../../composables/useProblems'
import { useToasts } from '../../base/useToasts'
import { useRevealed } from '../reveal/revealed'
import { transcriptWords } from '../words'

const { jump: words } = transcriptWords
const keys = {
  change: [shortcuts.nextChange, shortcuts.previousChange],
  question: [shortcuts.nextQuestion, shortcuts.previousQuestion],
  error: [shortcuts.nextError, shortcuts.previousError],
} as const

/** Where to search: in loaded entries, and for others in the host, which is absent if everything is loaded. */
interface JumpOptions {
  readonly transcript: () => Transcript
  readonly threadId: string
  readonly host: Pick<HostClient, 'findPlaceBefore'> | undefined
}

/** Jumps to the next or previous change, question or error of a thread, even if not loaded. */
export function useJumps({ transcript, threadId, host }: JumpOptions): void {
  const revealed = useRevealed()
  const toasts = useToasts()
  const problems = host && useProblems()
  /** Number of the latest jump, as the host may still be searching for an earlier one. */
  let latest = 0

  function jump(kind: JumpKind, step: 1 | -1): void {
    latest += 1
    const { entries, firstIndex } = transcript()
    const from = findReaderPosition(entries.map(({ id }) => id))
    const index = findJumpTarget(entries, { kind, from, step })
    if (index !== undefined)
      revealed.value = { entryIndex: firstIndex + index }
    else if (step < 0 && firstIndex > 0 && host)
      problems?.start(words.failed(kind), () => jumpBack(host, { kind, before: firstIndex, jump: latest }))
    else
      toasts.show({ text: words.none(kind, step), ms: 3_000 })
  }

  async function jumpBack(
    from: Pick<HostClient, 'findPlaceBefore'>,
    { kind, before, jump }: { kind: JumpKind, before: number, jump: number },
  ): Promise<void> {
    const entryIndex = await from.findPlaceBefore({ threadId, kind, before })
    if (jump !== latest)
      return
    if (entryIndex === undefined)
      toasts.show({ text: words.none(kind, -1), ms: 3_000 })
    else
      revealed.value = { entryIndex }
  }

  for (const kind of jumpKinds) {
    useAction({ id: `next ${kind}`, name: words.next(kind), keys: keys[kind][0], run: () => jump(kind, 1) })
    useAction({ id: `previous ${kind}`, name: words.previous(kind), keys: keys[kind][1], run: () => jump(kind, -1) })
  }
}

/** Finds the position to jump from: the focused entry, or the first visible one, or after the last one at the end. */
function findReaderPosition(ids: readonly string[]): number {
  const log = document.querySelector<HTMLElement>('[role=log]')
  if (!log)
    return ids.length
  const view = log.getBoundingClientRect()
  const isInView = (element: Element): boolean => {
    const { top, bottom } = element.getBoundingClientRect()
    return bottom > view.top && top < view.bottom
  }
  const focused = document.activeElement?.closest<HTMLElement>('[role=log] [data-entry-id]')
  if (!focused && log.scrollHeight - log.clientHeight - log.scrollTop < 24)
    return ids.length
  const article = focused && isInView(focused)
    ? focused
    : [...log.querySelectorAll<HTMLElement>('[data-entry-id]')].find(isInView)
  const at = ids.indexOf(article?.dataset.entryId ?? '')
  return at < 0 ? ids.length : at
}
