/** An item, and each line of a text, costs as much to draw as this many characters. */
export const lineCost = 40

/** How much of a text is drawn for `budget`, and what of that is left. */
export function drawnLength(text: string, budget: number): { length: number, left: number } {
  let length = 0
  let left = budget
  for (; length < text.length && left > 0; length++)
    left -= text[length] === '\n' ? lineCost : 1
  return { length, left }
}
