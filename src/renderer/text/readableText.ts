// Characters that turn the reading order, hide or show nothing: code and paths must not look like what they are not.
const hidden = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/gu
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g

/**
 * Text for somebody who reads along: characters that mislead are written out (`⟨U+202E⟩`), control characters left out, and what
 * scripts and emoji are joined by stays. Where a person decides about a text, `visibleText` shows all of it.
 */
export function readableText(text: string): string {
  return text.replace(controls, '').replace(hidden, character => `⟨U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}⟩`)
}
