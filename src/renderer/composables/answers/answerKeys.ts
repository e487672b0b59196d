import { matchesKeys } from '../keys'

/** The key that rejects any question. */
export const rejectKeys = 'Alt+0'

/** Handles `keydown` in a question: the key presses the rejecting button (`data-no`). */
export function rejectByKey(event: KeyboardEvent): void {
  pressByKey(event, { selector: '[data-no]', keysOf: () => rejectKeys })
}

/** Handles `keydown` in a question: Alt and a digit press the answer of that number (`data-choice`). */
export function answerByNumber(event: KeyboardEvent): void {
  pressByKey(event, { selector: '[data-choice]', keysOf: getChoiceKeys })
}

/** Returns the keys of an answer. Only the first nine have keys. */
export function getChoiceKeys(index: number): string | undefined {
  return index < 9 ? `Alt+${index + 1}` : undefined
}

function pressByKey(
  event: KeyboardEvent,
  { selector, keysOf }: { readonly selector: string, readonly keysOf: (index: number) => string | undefined },
): void {
  if (event.repeat || !(event.currentTarget instanceof Element))
    return
  const button = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)].find((_, index) => {
    const keys = keysOf(index)
    return keys !== undefined && matchesKeys(keys, event)
  })
  if (!button)
    return
  event.preventDefault()
  button.click()
}
