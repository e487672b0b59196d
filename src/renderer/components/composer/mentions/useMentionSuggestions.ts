import type { Suggestion } from './suggestions'
import { useDebounceFn } from '@vueuse/core'
import { computed, nextTick, type Ref, shallowRef, watch } from 'vue'
import { report } from '../../../report'
import { type MentionQuery, mentionQuery, replaceTyped, restOfWord } from './mentionQuery'

/** Source of mentions. */
export interface MentionSource {
  /** Matches of a query and the number of further ones. */
  readonly find: (search: string) => { suggestions: readonly Suggestion[], more: number }
  /** Called when a mention begins, to reload lists. */
  readonly begin: () => void
  /** Checks whether the query is itself a path. */
  readonly look: (search: string) => void
  /** Adds a mention and returns its token. */
  readonly add: (suggestion: Suggestion) => string
  /** Whether this token is already a mention. */
  readonly isMention: (token: string) => boolean
}

/** Pause in typing before a path is checked. */
const lookAfterMs = 120

/** Suggestions for the mention being typed, with keyboard navigation. */
export function useMentionSuggestions({ box, text, source }: {
  box: Readonly<Ref<HTMLTextAreaElement | null>>
  text: Ref<string>
  source: MentionSource
}) {
  const caret = shallowRef(-1)
  const chosen = shallowRef(0)
  const isClosed = shallowRef(false)
  const query = computed((): MentionQuery | undefined => {
    const found = caret.value < 0 || isClosed.value ? undefined : mentionQuery(text.value, caret.value)
    return found && (found.search === '' || !source.isMention(`@${found.search}`)) ? found : undefined
  })
  const found = computed(() => query.value ? source.find(query.value.search) : { suggestions: [], more: 0 })
  const suggestions = computed(() => found.value.suggestions)
  const more = computed(() => found.value.more)
  const lookSoon = useDebounceFn((search: string) => source.look(search), lookAfterMs)
  watch([text, caret], () => {
    chosen.value = 0
    isClosed.value = false
  })
  watch(() => query.value?.start, start => start !== undefined && source.begin())
  watch(() => query.value?.search, search => search && lookSoon(search).catch(report))

  /** Call whenever the caret may have moved. */
  function updateCaret(): void {
    const { value } = box
    caret.value = value && value.selectionStart === value.selectionEnd ? value.selectionStart : -1
  }

  function accept(suggestion: Suggestion): void {
    const { value } = box
    if (!query.value || !value)
      return
    const { start, search } = query.value
    // Includes the rest of the word around the caret.
    const end = start + 1 + search.length
    const follows = restOfWord.exec(text.value.slice(end))?.[0].length ?? 0
    const hasSpace = /^\s/.test(text.value.slice(end + follows))
    replaceTyped(value, start, end + follows, `${source.add(suggestion)}${hasSpace ? '' : ' '}`)
    nextTick(updateCaret).catch(report)
  }

  const moves: Readonly<Record<string, (suggestion: Suggestion) => void>> = {
    ArrowDown: () => chosen.value = (chosen.value + 1) % suggestions.value.length,
    ArrowUp: () => chosen.value = (chosen.value + suggestions.value.length - 1) % suggestions.value.length,
    Tab: accept,
    Enter: accept,
    Escape: () => isClosed.value = true,
  }

  /** Handles keys of the suggestions. Returns whether it did. */
  function handleKey(event: KeyboardEvent): boolean {
    const suggestion = suggestions.value[chosen.value]
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
  return { suggestions, more, chosen, updateCaret, accept, handleKey, close }
}
