/** What the page of diagrams is asked. */
export interface DiagramQuestion {
  readonly source: string
  readonly isDark: boolean
}

/** What it answers: the size of what it drew, or why it drew nothing. */
export type DiagramAnswer = { readonly width: number, readonly height: number } | { readonly error: string }

/** Longer sources stay text. */
export const maxDiagram = 20_000
/** From the loading of its page on: most take less than one second, but not on a machine that has much else to do. */
export const drawMs = 15_000

const largest = 4_000

/** The answer, if it is one: the page draws what an agent wrote, and is not trusted. */
export function readAnswer(data: unknown): DiagramAnswer {
  const { width, height, error } = typeof data === 'object' && data !== null ? data as Record<string, unknown> : {}
  if (typeof error === 'string')
    return { error: error.slice(0, 500) }
  const isSize = (value: unknown): value is number => typeof value === 'number' && value > 0 && value < Infinity
  return isSize(width) && isSize(height)
    ? { width: Math.min(width, largest), height: Math.min(height, largest) }
    : { error: '' }
}

/** A diagram without what it says of its own drawing: themes, scripts and fonts are not the agent's to choose. */
export function plainDiagram(source: string): string {
  return source.replace(/^\s*---\n[\s\S]*?\n---\n/, '').replaceAll(/%%\{[\s\S]*?\}%%/g, '')
}
