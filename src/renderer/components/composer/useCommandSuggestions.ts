import type { AvailableCommand } from '@agentclientprotocol/sdk'
import { computed, nextTick, type Ref, shallowRef, watch } from 'vue'
import { report } from '../../report'
import { boundList } from '../../text/boundList'
import { drawnAtOnce, drawnCost } from '../../text/drawnLength'

/** More than these are not looked through; a letter more finds the rest. */
const maxSuggestions = 50

/** What drawing the line of a command costs, as `CommandSuggestions` cuts it. */
function costOf({ name, description, input }: AvailableCommand): number {
  return drawnCost(name.slice(0, 80)) + drawnCost(description.slice(0, 200)) + drawnCost(input?.hint.slice(0, 80) ?? '')
}

/** The agent's commands that match what is typed after a slash, with the keys that move through them. */
export function useCommandSuggestions({ box, text, commands, send }: {
  box: Readonly<Ref<HTMLTextAreaElement | null>>
  text: Ref<string>
  commands: () => readonly AvailableCommand[]
  send: () => void
}) {
  const caret = shallowRef(0)
  const chosen = shallowRef(0)
  const isClosed = shallowRef(false)
  const matching = computed(() => isClosed.value ? [] : slashCompletion({ text: text.value, caret: caret.value, commands: commands() }))
  const suggestions = computed(() => boundList(matching.value.slice(0, maxSuggestions), drawnAtOnce, costOf))
  const more = computed(() => matching.value.length - suggestions.value.length)
  watch([text, caret], () => {
    chosen.value = 0
    isClosed.value = false
  })

  /** Call it whenever the caret may have moved. */
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
    ArrowDown: () => chosen.value = (chosen.value + 1) % suggestions.value.length,
    ArrowUp: () => chosen.value = (chosen.value + suggestions.value.length - 1) % suggestions.value.length,
    Tab: accept,
    // A command typed in full is sent, not completed once more.
    Enter: command => text.value.trim() === `/${command.name}` ? send() : accept(command),
    Escape: () => isClosed.value = true,
  }

  /** Handles a key that is for the suggestions, and returns whether it was. */
  function handleKey(event: KeyboardEvent): boolean {
    const command = suggestions.value[chosen.value]
    const move = moves[event.key]
    if (!command || !move || event.shiftKey)
      return false
    event.preventDefault()
    move(command)
    return true
  }
  const hint = computed(() => isClosed.value ? undefined : argumentHint(text.value, commands()))
  return { suggestions, more, chosen, hint, updateCaret, accept, handleKey }
}

/**
 * The commands that match what is being typed; none unless the message is one unfinished `/word` up to the caret. Input
 * methods type another sign for the slash.
 */
export function slashCompletion({
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
  const begins = commands.filter(({ name }) => name.toLowerCase().startsWith(typed))
  const contains = commands.filter(({ name }) => !name.toLowerCase().startsWith(typed) && name.toLowerCase().includes(typed))
  return [...begins, ...contains]
}

/** The message with the typed word replaced by `command`, and the caret behind it. */
export function acceptCommand(
  command: AvailableCommand,
  { text, caret }: { text: string, caret: number },
): { text: string, caret: number } {
  const start = `/${command.name} `
  const rest = text.slice(caret).replace(/^\S*\s?/, '')
  return { text: start + rest, caret: start.length }
}

/** What to write after a command, while nothing is written there yet. */
export function argumentHint(text: string, commands: readonly AvailableCommand[]): string | undefined {
  const name = /^\/(\S+)\s+$/.exec(text)?.[1]
  const input = name === undefined ? undefined : commands.find(command => command.name === name)?.input
  return input?.hint === undefined || input.hint === '' ? undefined : `/${name} ${input.hint}`
}
