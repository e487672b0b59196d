import { keysMatch } from '../keys'

/** One key says no in every question. */
export const noKeys = 'Alt+0'

/** For the `keydown` of a question: its key presses the button that says no (`data-no`). */
export function answerNo(event: KeyboardEvent): void {
  const button = event.currentTarget instanceof Element ? event.currentTarget.querySelector<HTMLElement>('[data-no]') : undefined
  if (!button || event.repeat || !keysMatch(noKeys, event))
    return
  event.preventDefault()
  button.click()
}
