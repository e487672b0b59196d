/** What the rendering of Markdown says. */
export const markdownWords = {
  code: (language: string) => language ? `Code, ${language}` : 'Code',
  plainLanguage: 'text',
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'Not copied',
  image: (about: string) => `Image: ${about}`,
} as const
