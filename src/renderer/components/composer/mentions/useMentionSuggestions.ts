import type { Suggestion } from './suggestions'
import { useDebounceFn } from '@vueuse/core'
import { computed, nextTick, type Ref, shallowRef, watch } from 'vue'
import { report } from '../../../report'
import { findMentionQuery, type MentionQuery, replaceText, restOfWord } from './mentionQuery'

/** Candidates for mentions. */
export interface MentionSource {
  /** Finds suggestions for a query. `more` is the number of matches not listed. */
  readonly find: (search: string) => { suggestions: readonly Suggestion[], more: number }
  /** Called when a mention is started, to reload the candidates. */
  readonly refresh: () => void
  /** Checks whether the query is itself an existing path. */
  readonly checkPath: (search: string) => void
  /** Adds a mention and returns its token. */
  readonly add: (suggestion: Suggestion) => string
  /** Whether the token is already a mention. */
  readonly isMention: (token: string) => boolean
}

/** Pause in typing before a path is checked. */
const checkDelayMs = 120

/**
 * Suggestions for the mention being typed, with keyboard navigation. Long because its functions share the list of
 * suggestions.
 */
export function useMentionSuggestions({ box, text, source }: {
  box: Readonly<Ref<HTMLTextAreaElement | null>>
  text: Ref<string>
  source: MentionSource
}) {
  const caret = shallowRef(-1)
  const activeIndex = shallowRef(0)
  const isClosed = shallowRef(false)
  const query = computed((): MentionQuery | undefined => {
    const found = caret.value < 0 || isClosed.value ? undefined : findMentionQuery(text.value, caret.value)
    return found && (found.search === '' || !source.isMention(`@${found.search}`)) ? found : undefined
  })
  const found = computed(() => query.value ? source.find(query.value.search) : { suggestions: [], more: 0 })
  const suggestions = computed(() => found.value.suggestions)
  const more = computed(() => found.value.more)
  const checkPathSoon = useDebounceFn((search: string) => source.checkPath(search), checkDelayMs)
  watch([text, caret], () => {
    activeIndex.value = 0
    isClosed.value = false
  })
  watch(() => query.value?.start, start => start !== undefined && source.refresh())
  watch(() => query.value?.search, search => search && checkPathSoon(search).catch(report))

  /** Must be called whenever the caret may have moved. */
  function updateCaret(): void {
    const { value } = box
    caret.value = value && value.selectionStart === value.selectionEnd ? value.selectionStart : -1
  }

  function accept(suggestion: Suggestion): void {
    const { value } = box
    if (!query.value || !value)
      return
    const { start, search } = query.value
    // Replaces the whole word around the caret.
    const end = start + 1 + search.length
    const restLength = restOfWord.exec(text.value.slice(end))?.[0].length ?? 0
    const hasSpace = /^\s/.test(text.value.slice(end + restLength))
    replaceText(value, start, end + restLength, `${source.add(suggestion)}${hasSpace ? '' : ' '}`)
    nextTick(updateCaret).catch(report)
  }

  const moves: Readonly<Record<string, (suggestion: Suggestion) => void>> = {
    ArrowDown: () => activeIndex.value = (activeIndex.value + 1) % suggestions.value.length,
    ArrowUp: () => activeIndex.value = (activeIndex.value + suggestions.value.length - 1) % suggestions.value.length,
    Tab: accept,
    Enter: accept,
    Escape: () => isClosed.value = true,
  }

  /** Handles the keys of the list. Returns whether the key was handled. */
  function handleKey(event: KeyboardEvent): boolean {
    const suggestion = suggestions.value[activeIndex.value]
    const move = moves[event.key]
    if (!suggestion || !move || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey)
      return false
    event.preventDefault()
    move(suggestion)
    return true
  }
  /** Closes the suggestions on blur. */
  function close(): void {
    caret.value = -1
  }
  return { suggestions, more, activeIndex, updateCaret, accept, handleKey, close }
}
