import { keysMatch } from '../keys'

/** One key says no in every question. */
export const noKeys = 'Alt+0'

/** For the `keydown` of a question: its key presses the button that says no (`data-no`). */
export function answerNo(event: KeyboardEvent): void {
  pressByKey(event, { selector: '[data-no]', keysOf: () => noKeys })
}

/** For the `keydown` of a question: Alt and a number press the answer in that place (`data-choice`). */
export function answerByNumber(event: KeyboardEvent): void {
  pressByKey(event, { selector: '[data-choice]', keysOf: choiceKeys })
}

/** Keys of the answer in that place; the first nine have some. */
export function choiceKeys(index: number): string | undefined {
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
    return keys !== undefined && keysMatch(keys, event)
  })
  if (!button)
    return
  event.preventDefault()
  button.click()
}
