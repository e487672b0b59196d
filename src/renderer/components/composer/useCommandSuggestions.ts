import type { AvailableCommand } from '@agentclientprotocol/sdk'
import { computed, nextTick, type Ref, shallowRef, watch } from 'vue'
import { report } from '../../report'
import { takeWithinBudget } from '../../text/boundList'
import { drawnAtOnce, measureCost } from '../../text/drawnLength'

/** Maximum suggestions shown. Typing more narrows the list. */
const maxSuggestions = 50

/** Cost of drawing a command, with its texts truncated as in `CommandSuggestions`. */
function getCost({ name, description, input }: AvailableCommand): number {
  return measureCost(name.slice(0, 80))
    + measureCost(description.slice(0, 200))
    + measureCost(input?.hint.slice(0, 80) ?? '')
}

/** Suggests the agent's slash commands for the typed text, with keyboard navigation. */
export function useCommandSuggestions({ box, text, commands, send }: {
  box: Readonly<Ref<HTMLTextAreaElement | null>>
  text: Ref<string>
  commands: () => readonly AvailableCommand[]
  send: () => void
}) {
  const caret = shallowRef(0)
  const activeIndex = shallowRef(0)
  const isClosed = shallowRef(false)
  const matching = computed(() => isClosed.value
    ? []
    : completeCommand({ text: text.value, caret: caret.value, commands: commands() }))
  const suggestions = computed(() => takeWithinBudget(matching.value.slice(0, maxSuggestions), drawnAtOnce, getCost))
  const more = computed(() => matching.value.length - suggestions.value.length)
  watch([text, caret], () => {
    activeIndex.value = 0
    isClosed.value = false
  })

  /** Must be called whenever the caret may have moved. */
  function updateCaret(): void {
    caret.value = box.value?.selectionStart ?? 0
  }

  function accept(command: AvailableCommand): void {
    const accepted = acceptCommand(command, { text: text.value, caret: caret.value })
    text.value = accepted.text
    nextTick(() => {
      box.value?.setSelectionRange(accepted.caret, accepted.caret)
      updateCaret()
      box.value?.focus()
    }).catch(report)
  }

  const moves: Readonly<Record<string, (command: AvailableCommand) => void>> = {
    ArrowDown: () => activeIndex.value = (activeIndex.value + 1) % suggestions.value.length,
    ArrowUp: () => activeIndex.value = (activeIndex.value + suggestions.value.length - 1) % suggestions.value.length,
    Tab: accept,
    // A completely typed command is sent instead of completed.
    Enter: command => text.value.trim() === `/${command.name}` ? send() : accept(command),
    Escape: () => isClosed.value = true,
  }

  /** Handles the keys of the list. Returns whether the key was handled. */
  function handleKey(event: KeyboardEvent): boolean {
    const command = suggestions.value[activeIndex.value]
    const move = moves[event.key]
    if (!command || !move || event.shiftKey)
      return false
    event.preventDefault()
    move(command)
    return true
  }
  const hint = computed(() => isClosed.value ? undefined : findArgumentHint(text.value, commands()))
  return { suggestions, more, activeIndex, hint, updateCaret, accept, handleKey }
}

/**
 * Finds the commands that match the typed text. Returns none unless the text up to the caret is a single `/word`. Some
 * input methods type another character for the slash.
 */
export function completeCommand({
  text,
  caret,
  commands,
}: {
  text: string
  caret: number
  commands: readonly AvailableCommand[]
}): AvailableCommand[] {
  const typed = /^[/／、](\S*)$/.exec(text.slice(0, caret))?.[1]?.toLowerCase()
  if (typed === undefined)
    return []
  const prefixMatches = commands.filter(({ name }) => name.toLowerCase().startsWith(typed))
  const otherMatches = commands
    .filter(({ name }) => !name.toLowerCase().startsWith(typed) && name.toLowerCase().includes(typed))
  return [...prefixMatches, ...otherMatches]
}

/** Replaces the typed word with `command`, and places the caret after it. */
export function acceptCommand(
  command: AvailableCommand,
  { text, caret }: { text: string, caret: number },
): { text: string, caret: number } {
  const start = `/${command.name} `
  const rest = text.slice(caret).replace(/^\S*\s?/, '')
  return { text: start + rest, caret: start.length }
}

/** Finds the hint for a command's argument, shown until an argument is typed. */
export function findArgumentHint(text: string, commands: readonly AvailableCommand[]): string | undefined {
  const name = /^\/(\S+)\s+$/.exec(text)?.[1]
  const input = name === undefined ? undefined : commands.find(command => command.name === name)?.input
  return input?.hint === undefined || input.hint === '' ? undefined : `/${name} ${input.hint}`
}
