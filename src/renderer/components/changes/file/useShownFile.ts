import type { ChangeTexts, FileChange, FileFact } from '../../../../shared/changes/change'
import type { LineVersion } from '../../../../shared/changes/sharedLines'
import type { Decision } from '../decide/useDeciding'
import { computed, nextTick, onScopeDispose, type Ref, type ShallowRef, watch } from 'vue'
import { detectLineEnding } from '../../../../shared/text/lineEnds'
import { report } from '../../../report'
import { visibleName } from '../../../text/visibleText'
import { hasPendingChanges } from '../changeAuthors'
import { type Review, useReview } from '../review'
import { changesWords } from '../words'
import { type DecidedSection, type PendingSection, type Section, splitSections } from './hunkSections'
import { useChangeTexts } from './useChangeTexts'

/** Decisions are ignored for this long after a file changed, to give the person time to notice. */
const noticeMs = 500

/**
 * Sections and actions of a file drawn in a review. Registers the file in the review's `shown`, for keys. Long because
 * its functions share the file's sections.
 */
export function useShownFile(file: () => FileChange, root: Readonly<ShallowRef<HTMLElement | null>>) {
  const review = useReview()
  const { deciding, comments } = review
  const { texts, failed, read } = useChangeTexts({
    threadId: review.thread().threadId,
    range: review.range,
    path: () => file().path,
    version: () => review.changes.version.value,
  })
  const hasText = computed(() => texts.value?.before !== undefined && texts.value.after !== undefined)
  const sections = computed<readonly Section[]>(() => {
    const { before, after, baseline, current, decided } = texts.value ?? {}
    if (!hasText.value)
      return []
    // Without pending hunks, all decided hunks are located in the current file.
    return splitSections((decided && baseline === current ? after : before) ?? '', after ?? '', decided)
  })
  const count = computed(() => sections.value.filter(({ kind }) => kind !== 'fold').length)
  const hunks = computed(() => sections.value.filter(section => section.kind === 'hunk'))
  const canDecide = computed(() => texts.value !== undefined && !texts.value.past && hasPendingChanges(file()))
  const canDecideHunks = computed(() => canDecide.value && !file().isWhole)
  const isDecided = computed(() => texts.value?.decided?.some(({ state }) => state === file().state) === true)
  let changedAt = -Infinity
  let isExpected = false
  // Watches the versions instead of the texts, which are often reread without changes.
  watch(() => texts.value && `${texts.value.baseline} ${texts.value.current}`, (_, before) => {
    if (before !== undefined && !isExpected)
      changedAt = performance.now()
    isExpected = false
  })

  /** Decides the hunk with index `at`, or the whole file. */
  function decide(act: Decision, at?: number, version?: LineVersion): void {
    const loaded = texts.value
    const isNew = performance.now() - changedAt < noticeMs
    if (loaded?.past)
      root.value?.querySelector<HTMLElement>('[data-widen]')?.focus() // the note beside it explains why nothing happens
    if (!loaded || !canDecide.value || isNew)
      return
    const hunk = canDecideHunks.value ? at : undefined
    // A key cannot choose a version.
    if (version === undefined && loaded.shared?.some(({ hunks }) => hunks.includes(hunk ?? -1)))
      return
    const { path } = file()
    const chosen = hunks.value.filter(section => hunk === undefined || section.index === hunk)
    const descriptions = new Map([[path, hunk === undefined ? '' : describeHunks(chosen)]])
    const { baseline, current } = loaded
    const decided = { path, baseline, current, ...hunk !== undefined && { hunks: [hunk] }, ...version && { version } }
    isExpected = true
    deciding.decide(act, [decided], descriptions).catch(report)
  }

  /** Undoes the decision about a hunk or the whole file. */
  function undo(state: 'kept' | 'rejected', hunk?: DecidedSection): void {
    const loaded = texts.value
    const key = loaded?.decided?.find(entry => entry.state === state)?.key
    if (!loaded || key === undefined)
      return
    const { baseline, current } = loaded
    const { path } = file()
    isExpected = true
    const decision = { path, baseline, current, state, key, ...hunk && { hunk: hunk.index } }
    deciding.undoDecision(decision, hunk && describeHunks([hunk])).catch(report)
  }

  function comment(hunk: number): void {
    const lines = hunks.value[hunk]?.lines ?? []
    // Prefers added lines over removed ones.
    const line = lines.find(({ kind }) => kind === 'added') ?? lines.find(({ kind }) => kind === 'removed')
    if (!line)
      return
    const isRemoved = line.kind === 'removed'
    const number = (isRemoved ? line.oldNumber : line.newNumber) ?? 0
    comments.edited.value = { path: file().path, line: number, isRemoved, quote: line.text }
  }

  const focus = useHunkFocus({ file, root, review, texts, sections, hunks })
  register(review, file, { hunks: () => hunks.value.length, decide, comment, focus })
  return { texts, failed, read, hasText, sections, hunks, count, canDecide, canDecideHunks, isDecided, decide, undo }
}

/** Maximum frames to wait until a new row can be focused. The list measures it first, which takes a frame or two. */
const maxFrames = 20

/** Returns a function that focuses a hunk by index. Keeps the focus in the file when the focused hunk is removed. */
function useHunkFocus({ file, root, review, texts, sections, hunks }: {
  file: () => FileChange
  root: Readonly<ShallowRef<HTMLElement | null>>
  review: Review
  texts: Readonly<Ref<ChangeTexts | undefined>>
  sections: Readonly<Ref<readonly Section[]>>
  hunks: Readonly<Ref<readonly PendingSection[]>>
}): (hunk: number) => void {
  /** Index of the hunk to focus once the file is read. */
  let pendingHunk: number | undefined
  function focus(hunk: number): void {
    pendingHunk = hunk
    nextTick(() => focusOn(hunk, maxFrames)).catch(report)
  }
  function focusOn(hunk: number, frames: number): void {
    const at = Math.max(0, Math.min(hunk, hunks.value.length - 1))
    const element = root.value?.querySelector<HTMLElement>(`[data-hunk="${at}"]`) ?? root.value
    element?.focus({ preventScroll: true })
    element?.scrollIntoView({ block: 'nearest' })
    if (element && document.activeElement !== element && frames > 0)
      requestAnimationFrame(() => focusOn(hunk, frames - 1))
    else if (texts.value)
      pendingHunk = undefined
  }
  watch(sections, () => {
    const here = review.place.value
    if (pendingHunk !== undefined && document.activeElement === root.value)
      focus(pendingHunk)
    else if (here?.path === file().path && document.activeElement === document.body)
      focus(here.hunk) // the focused hunk was removed: focus another one, or the file
  }, { flush: 'post' })
  return focus
}

function register({ shown }: Review, file: () => FileChange, handle: Parameters<Review['shown']['set']>[1]): void {
  const remove = (path: string): void => {
    if (shown.get(path) === handle)
      shown.delete(path)
  }
  watch(() => file().path, (path, before) => {
    if (before !== undefined)
      remove(before)
    shown.set(path, handle)
  }, { immediate: true })
  onScopeDispose(() => remove(file().path))
}

/** Maximum lines of a hunk in its description. The agent knows what it wrote. */
const maxLines = 20

/** Describes hunks for the agent: line numbers and changed lines. */
export function describeHunks(hunks: readonly (PendingSection | DecidedSection)[]): string {
  return hunks.map(({ from, to, lines }) => {
    const changed = lines.filter(({ kind }) => kind !== 'context')
    const shown = changed.slice(0, maxLines).map(({ kind, text }) => `${kind === 'added' ? '+' : '-'}${text}`)
    const rest = changed.length > maxLines ? [`… ${changed.length - maxLines} more lines`] : []
    return [`${from === to ? `line ${from}` : `lines ${from} to ${to}`}:`, ...shown, ...rest].join('\n')
  }).join('\n')
}

const words = changesWords.facts

/** Describes changes other than those of lines: mode, encoding, link target, and line endings. */
export function describeFacts({ facts = [], before, after }: Pick<ChangeTexts, 'facts' | 'before' | 'after'>): readonly string[] {
  const [old, now] = [detectLineEnding(before), detectLineEnding(after)]
  return [...facts.map(describeFact), ...old && now && old !== now ? [words.lineEnds(old, now)] : []]
}

function describeFact(fact: FileFact): string {
  if (fact.kind === 'mode')
    return words.mode(fact.before.toString(8), fact.after.toString(8))
  if (fact.kind === 'encoding')
    return words.encoding(fact.before, fact.after)
  const [before, after] = [fact.before, fact.after].map(target => target === undefined ? undefined : visibleName(target, 400))
  return words.link(before, after)
}
