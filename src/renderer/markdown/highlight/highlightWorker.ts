import type { HighlightAnswer, HighlightQuestion } from './backgroundHighlighter'
import { Highlighter } from './highlighter'

// A program of its own: colours code, so that the window's thread does not wait for it.
const highlighter = new Highlighter()

addEventListener('message', ({ data: { id, code, language } }: MessageEvent<HighlightQuestion>) => {
  highlighter.highlight(code, language).then(
    lines => postMessage({ id, lines } satisfies HighlightAnswer),
    (error: unknown) => postMessage({ id, fault: error instanceof Error ? error.message : String(error) } satisfies HighlightAnswer),
  )
})
