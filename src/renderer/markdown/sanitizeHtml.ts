import DOMPurify from 'dompurify'

/** Everything our Markdown can make, and nothing that loads, runs, moves or imitates. */
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
  ],
  ALLOWED_ATTR: ['href', 'title', 'rel', 'start', 'align', 'class'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  // These hold no address; without this DOMPurify would test them as one.
  ADD_URI_SAFE_ATTR: ['rel', 'start', 'align'],
  ALLOWED_URI_REGEXP: /^(?:https?:\/\/|mailto:)/i,
}

/** The last gate before agent text becomes DOM. Where the page cannot sanitise, nothing is shown rather than something unsafe. */
export function sanitizeHtml(html: string): string {
  // DOMPurify hands its input back untouched where it is not supported. It must be its one shared instance: the page's policy allows only
  // one "dompurify".
  if (!DOMPurify.isSupported)
    return ''
  // A TrustedHTML is all that the page's policy accepts; the types of Vue and the DOM know only strings.
  return DOMPurify.sanitize(html, { ...allowed, RETURN_TRUSTED_TYPE: true }) as unknown as string
}
