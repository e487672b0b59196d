/** A request to the page that draws diagrams. */
export interface DiagramRequest {
  readonly source: string
  readonly isDark: boolean
}

/** The page's response: the size of the drawing, or an error. */
export type DiagramResponse = { readonly width: number, readonly height: number } | { readonly error: string }

/** Maximum characters of a diagram. Longer sources are shown as text. */
export const maxDiagram = 20_000
/** Time limit, including loading the page. Most diagrams take less than a second, but not on a busy machine. */
export const drawTimeoutMs = 15_000

const maxSide = 4_000

/** Parses a response. The page is not trusted, as it draws an agent's text. */
export function parseResponse(data: unknown): DiagramResponse {
  const { width, height, error } = typeof data === 'object' && data !== null ? data as Record<string, unknown> : {}
  if (typeof error === 'string')
    return { error: error.slice(0, 500) }
  const isSize = (value: unknown): value is number => typeof value === 'number' && value > 0 && value < Infinity
  return isSize(width) && isSize(height)
    ? { width: Math.min(width, maxSide), height: Math.min(height, maxSide) }
    : { error: '' }
}

/** Removes directives from a diagram, as agents must not choose themes, scripts or fonts. */
export function stripDirectives(source: string): string {
  return source.replace(/^\s*---\n[\s\S]*?\n---\n/, '').replaceAll(/%%\{[\s\S]*?\}%%/g, '')
}
