import type { HighlightRequest, HighlightResponse } from './backgroundHighlighter'
import { Highlighter } from './highlighter'

// A worker that colours code, so that the window isn't blocked.
const highlighter = new Highlighter()

addEventListener('message', ({ data: { id, code, language } }: MessageEvent<HighlightRequest>) => {
  highlighter.highlight(code, language).then(
    lines => postMessage({ id, lines } satisfies HighlightResponse),
    (error: unknown) => postMessage({
      id,
      fault: error instanceof Error ? error.message : String(error),
    } satisfies HighlightResponse),
  )
})
