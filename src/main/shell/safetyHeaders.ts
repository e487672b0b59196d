import { contentSecurityPolicy } from './contentSecurityPolicy'

/** What both shells send with every response: nothing is guessed, cached or shown to other origins. */
export function safetyHeaders(policy = contentSecurityPolicy()): Record<string, string> {
  return {
    'Content-Security-Policy': policy,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  }
}
