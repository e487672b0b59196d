/**
 * The policy that both shells send with every response: only Parley's own files run, nothing loads from elsewhere, and HTML reaches
 * the page through the named Trusted Types policies alone. `connect` names what the page may talk to beside its own origin.
 */
export function contentSecurityPolicy({ connect = [] }: { connect?: readonly string[] } = {}): string {
  return [
    'default-src \'none\'',
    'script-src \'self\'',
    // Inline styles stay allowed: the terminal sets its colours and cell sizes through them.
    'style-src \'self\' \'unsafe-inline\'',
    'img-src \'self\' blob: data:',
    'media-src blob: data:',
    'font-src \'self\'',
    ['connect-src \'self\'', ...connect].join(' '),
    'worker-src \'self\'',
    'object-src \'none\'',
    'base-uri \'none\'',
    'form-action \'none\'',
    'frame-ancestors \'none\'',
    'require-trusted-types-for \'script\'',
    'trusted-types dompurify vue parley',
  ].join('; ')
}
