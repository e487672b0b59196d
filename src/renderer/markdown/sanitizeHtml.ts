import DOMPurify from 'dompurify'

/** Elements of KaTeX's MathML, none with links, styles or backgrounds. */
const mathTags = [
  ...['math', 'semantics', 'mrow', 'mi', 'mn', 'mo', 'ms', 'mtext', 'mspace', 'mpadded', 'mphantom', 'mstyle', 'menclose', 'merror'],
  ...['msup', 'msub', 'msubsup', 'munder', 'mover', 'munderover', 'mmultiscripts', 'mprescripts', 'mfrac', 'msqrt', 'mroot'],
  ...['mtable', 'mtr', 'mtd', 'mlabeledtr'],
]
const mathAttributes = [
  ...['display', 'displaystyle', 'scriptlevel', 'mathvariant', 'mathcolor', 'mathsize', 'notation', 'linethickness'],
  ...['width', 'height', 'depth', 'lspace', 'rspace', 'voffset', 'minsize', 'maxsize', 'stretchy', 'fence', 'separator', 'symmetric'],
  ...['accent', 'accentunder', 'largeop', 'movablelimits', 'columnalign', 'columnspacing', 'rowspacing', 'columnlines', 'rowlines'],
]

/** Everything that Parley's Markdown renders to, and nothing that loads, runs, moves, or imitates Parley's controls. */
const allowed = {
  ALLOWED_TAGS: [
    'p',
    'br',
    'hr',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'ul',
    'ol',
    'li',
    'blockquote',
    'pre',
    'code',
    'em',
    'strong',
    's',
    'a',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
    'div',
    'span',
    'sup',
    ...mathTags,
  ],
  ALLOWED_ATTR: ['href', 'title', 'rel', 'start', 'align', 'class', ...mathAttributes],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  // DOMPurify would otherwise check these as addresses.
  ADD_URI_SAFE_ATTR: ['rel', 'start', 'align', ...mathAttributes],
  ALLOWED_URI_REGEXP: /^(?:https?:\/\/|mailto:)/i,
}

/** The last check before agent text becomes DOM. Returns an empty text if the page can't sanitize. */
export function sanitizeHtml(html: string): string {
  // Without support, DOMPurify returns its input unchanged. Only the shared instance works, as the page's policy allows
  // only one "dompurify".
  if (!DOMPurify.isSupported)
    return ''
  // The page's policy accepts only TrustedHTML, but Vue and the DOM declare strings.
  return DOMPurify.sanitize(html, { ...allowed, RETURN_TRUSTED_TYPE: true }) as unknown as string
}
