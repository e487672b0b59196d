/** Strings of rendered Markdown. */
export const markdownWords = {
  code: (language: string) => language ? `Code, ${language}` : 'Code',
  plainLanguage: 'text',
  diagram: {
    name: 'Diagram',
    show: 'Show as diagram',
    source: 'Show source',
    enlarge: 'Enlarge',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    fit: 'Fit the window',
    scale: (scale: number) => `${Math.round(scale * 100)} %`,
    boxHint: 'Diagram: arrow keys move it, + and − zoom, 0 fits it',
    drawing: 'Drawing…',
    failed: (why: string) => why === '' ? 'The diagram could not be drawn.' : `The diagram could not be drawn: ${why}`,
    tooLong: 'it takes too long',
  },
  wrap: 'Wrap',
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'Not copied',
  image: (about: string) => `Image: ${about}`,
} as const
