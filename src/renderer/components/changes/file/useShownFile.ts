import type { ChangeTexts, FileChange, FileFact } from '../../../../shared/changes/change'
import type { LineVersion } from '../../../../shared/changes/sharedLines'
import type { Decision } from '../decide/useDeciding'
import { computed, nextTick, onScopeDispose, type ShallowRef, watch } from 'vue'
import { detectLineEnding } from '../../../../shared/text/lineEnds'
import { report } from '../../../report'
import { visibleName } from '../../../text/visibleText'
import { isToDecide } from '../changeAuthors'
import { type Review, useReview } from '../review'
import { changesWords } from '../words'
import { type DecidedSection, type PendingSection, type Section, splitSections } from './hunkSections'
import { useChangeTexts } from './useChangeTexts'

/** Time in milliseconds for a person to notice a new change. Until then no key decides it. */
const noticeMs = 500

/** A new row takes focus only after the list has measured it, a frame or two later. */
const maxFrames = 20

/** A drawn file of a review: its parts and actions. Keys reach it through the review's `shown`. */
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
    // Without pending hunks, decided ones are in the present file.
    return splitSections((decided && baseline === current ? after : before) ?? '', after ?? '', decided)
  })
  const count = computed(() => sections.value.filter(({ kind }) => kind !== 'fold').length)
  const hunks = computed(() => sections.value.filter(section => section.kind === 'hunk'))
  const canDecide = computed(() => texts.value !== undefined && !texts.value.past && isToDecide(file()))
  const canDecideHunks = computed(() => canDecide.value && !file().isWhole)
  const isDecided = computed(() => texts.value?.decided?.some(({ state }) => state === file().state) === true)
  let changedAt = -Infinity
  let isExpected = false
  // Not the texts themselves, which are reread often, mostly unchanged.
  watch(() => texts.value && `${texts.value.baseline} ${texts.value.current}`, (_, before) => {
    if (before !== undefined && !isExpected)
      changedAt = performance.now()
    isExpected = false
  })

  /** `at`: a hunk, or the whole of a new or deleted file. */
  function decide(act: Decision, at?: number, version?: LineVersion): void {
    const known = texts.value
    const isNew = performance.now() - changedAt < noticeMs
    if (known?.past)
      root.value?.querySelector<HTMLElement>('[data-widen]')?.focus() // tells why nothing happens
    if (!known || !canDecide.value || isNew)
      return
    const hunk = canDecideHunks.value ? at : undefined
    // A key cannot choose a version.
    if (version === undefined && known.shared?.some(({ hunks }) => hunks.includes(hunk ?? -1)))
      return
    const { path } = file()
    const chosen = hunks.value.filter(section => hunk === undefined || section.index === hunk)
    const told = new Map([[path, hunk === undefined ? '' : describeHunks(chosen)]])
    const { baseline, current } = known
    const decided = { path, baseline, current, ...hunk !== undefined && { hunks: [hunk] }, ...version && { version } }
    isExpected = true
    deciding.decide(act, [decided], told).catch(report)
  }

  /** Undoes the decision about a hunk or the whole file. */
  function undo(state: 'kept' | 'rejected', hunk?: DecidedSection): void {
    const known = texts.value
    const key = known?.decided?.find(one => one.state === state)?.key
    if (!known || key === undefined)
      return
    const { baseline, current } = known
    const { path } = file()
    isExpected = true
    const decision = { path, baseline, current, state, key, ...hunk && { hunk: hunk.index } }
    deciding.undoDecision(decision, hunk && describeHunks([hunk])).catch(report)
  }

  function comment(hunk: number): void {
    const lines = hunks.value[hunk]?.lines ?? []
    // Prefer added lines for comments over removed ones.
    const line = lines.find(({ kind }) => kind === 'added') ?? lines.find(({ kind }) => kind === 'removed')
    if (!line)
      return
    const isRemoved = line.kind === 'removed'
    const number = (isRemoved ? line.oldNumber : line.newNumber) ?? 0
    comments.edited.value = { path: file().path, line: number, isRemoved, quote: line.text }
  }

  /** The hunk to focus once the file is read. */
  let wanted: number | undefined
  function focus(hunk: number): void {
    wanted = hunk
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
      wanted = undefined
  }
  watch(sections, () => {
    const here = review.place.value
    if (wanted !== undefined && document.activeElement === root.value)
      focus(wanted)
    else if (here?.path === file().path && document.activeElement === document.body)
      focus(here.hunk) // the focused hunk is gone: focus another, or the file
  }, { flush: 'post' })

  register(review, file, { hunks: () => hunks.value.length, decide, comment, focus })
  return { texts, failed, read, hasText, sections, hunks, count, canDecide, canDecideHunks, isDecided, decide, undo }
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

/** Longer hunks are abbreviated for the agent, which knows what it wrote. */
const maxLines = 20

/** Describes hunks for an agent: place and lines. */
export function describeHunks(hunks: readonly (PendingSection | DecidedSection)[]): string {
  return hunks.map(({ from, to, lines }) => {
    const changed = lines.filter(({ kind }) => kind !== 'context')
    const shown = changed.slice(0, maxLines).map(({ kind, text }) => `${kind === 'added' ? '+' : '-'}${text}`)
    const rest = changed.length > maxLines ? [`… ${changed.length - maxLines} more lines`] : []
    return [`${from === to ? `line ${from}` : `lines ${from} to ${to}`}:`, ...shown, ...rest].join('\n')
  }).join('\n')
}

const words = changesWords.facts

/** Changes of a file besides its lines. */
export function factTexts({ facts = [], before, after }: Pick<ChangeTexts, 'facts' | 'before' | 'after'>): readonly string[] {
  const [old, now] = [detectLineEnding(before), detectLineEnding(after)]
  return [...facts.map(factWords), ...old && now && old !== now ? [words.lineEnds(old, now)] : []]
}

function factWords(fact: FileFact): string {
  if (fact.kind === 'mode')
    return words.mode(fact.before.toString(8), fact.after.toString(8))
  if (fact.kind === 'encoding')
    return words.encoding(fact.before, fact.after)
  const [before, after] = [fact.before, fact.after].map(target => target === undefined ? undefined : visibleName(target, 400))
  return words.link(before, after)
}
