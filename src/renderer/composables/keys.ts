/** The pressed keys of a keyboard event. */
export type PressedKeys = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>
  & Partial<Pick<KeyboardEvent, 'getModifierState'>>

/**
 * Replacements for Alt on a Mac. Option types characters there (German "@", Polish "ą"), and Control with Option is
 * used by VoiceOver. The system uses Control and Command with F (full screen) and Q (lock screen).
 */
export const altOnMac: { readonly modifiers: readonly Modifier[], readonly keys: Readonly<Record<string, string>> } = {
  modifiers: ['Ctrl', 'Command'],
  keys: { F: 'B', Q: 'J', J: 'Y' },
}

/** Letter keys that type a sign in layouts of other scripts: Hebrew Q and W, Greek Q, Bulgarian Q. */
const signsForLetters: Readonly<Record<string, string>> = { KeyQ: '/;,', KeyW: '\'' }

/** Positions of signs on an English keyboard. */
const signPlaces: Readonly<Record<string, string>> = { ',': 'Comma', '.': 'Period' }

const macSigns = { Ctrl: '⌃', Alt: '⌥', Shift: '⇧', Command: '⌘' } as const
type Modifier = keyof typeof macSigns

interface Keys {
  readonly modifiers: ReadonlySet<Modifier>
  readonly key: string
}

/** Whether this is a Mac, where Command replaces Ctrl. */
function isMac(platform: string = navigator.platform): boolean {
  return /^(?:mac|darwin|iphone|ipad)/i.test(platform)
}

/**
 * Parses a combination for this machine. On a Mac, `Mod` is Command instead of Ctrl, and `Alt` is replaced by two
 * modifiers.
 */
function readKeys(combination: string, mac: boolean): Keys {
  const names = combination.split('+')
  const key = names.pop() ?? ''
  const hasAlt = names.includes('Alt')
  const modifiers = names.flatMap((name): readonly Modifier[] => {
    switch (name) {
      case 'Mod': return [mac ? 'Command' : 'Ctrl']
      case 'Alt': return mac ? altOnMac.modifiers : ['Alt']
      case 'Shift': return ['Shift']
      default: return ['Ctrl']
    }
  })
  return { modifiers: new Set(modifiers), key: mac && hasAlt ? altOnMac.keys[key] ?? key : key }
}

/**
 * Whether exactly the keys of `combination` (such as `Mod+Shift+K`) were pressed. Keys are matched by the letter of the
 * layout, or by position if the layout isn't Latin and for digits and the backquote.
 */
export function matchesKeys(combination: string, event: PressedKeys, mac = isMac()): boolean {
  const { modifiers, key } = readKeys(combination, mac)
  // AltGr types text; some systems report it as Ctrl and Alt. Alt alone types nothing.
  if (!mac && event.altKey === event.ctrlKey && event.getModifierState?.('AltGraph') === true)
    return false
  const isSign = key in signPlaces && event.key === key
  return event.ctrlKey === modifiers.has('Ctrl')
    && event.metaKey === modifiers.has('Command')
    && event.altKey === modifiers.has('Alt')
    // "." needs Shift on a French keyboard.
    && (event.shiftKey === modifiers.has('Shift') || isSign)
    && (isSign || isKey(key, event))
}

/** Whether one of these combinations was pressed. */
export function isPressed(combinations: readonly string[], event: PressedKeys): boolean {
  return combinations.some(keys => matchesKeys(keys, event))
}

function isKey(key: string, { key: pressed, code }: PressedKeys): boolean {
  if (/^\d$/.test(key))
    return code === `Digit${key}`
  if (key === '`')
    return code === 'Backquote'
  if (/^[A-Z]$/.test(key)) {
    return isOtherScript(pressed) || signsForLetters[code]?.includes(pressed)
      ? code === `Key${key}`
      : toLetter(pressed) === key
  }
  return pressed === key || (isOtherScript(pressed) && code === signPlaces[key])
}

/** Whether a key typed only non-Latin letters. An Arabic key may type two. */
function isOtherScript(pressed: string): boolean {
  return /^(?:(?![\p{Script=Latin}\p{Script=Common}])[\p{L}\p{M}])+$/u.test(pressed)
}

/** Returns a key's letter in lower case. Keeps the Turkish "ı" and "İ" distinct from "i". */
function toLetter(pressed: string): string {
  return pressed === 'İ' ? 'I' : /^[a-z]$/i.test(pressed) ? pressed.toUpperCase() : ''
}

/** Formats a combination as labelled on this machine's keyboard. */
export function formatKeys(combination: string | undefined, mac = isMac()): string {
  if (combination === undefined)
    return ''
  const { modifiers, key } = readKeys(combination, mac)
  const shown = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' }[key] ?? key
  const held = (Object.keys(macSigns) as Modifier[]).filter(modifier => modifiers.has(modifier)) // in the order of a Mac's menus
  return mac ? held.map(modifier => macSigns[modifier]).join('') + shown : [...held, shown].join('+')
}

/** Combinations that browsers reserve, even for an app in its own window. */
const reservedByBrowsers: readonly string[] = ['Mod+N', 'Mod+W']

/** Filters combinations that reach the page in this shell. */
export function filterWorkingKeys(combinations: readonly string[], isInBrowser = !('parley' in globalThis)): string[] {
  return combinations.filter(keys => !isInBrowser || !reservedByBrowsers.includes(keys))
}

/** Formats a combination for `aria-keyshortcuts`. */
export function formatAriaKeys(combination: string | undefined, mac = isMac()): string | undefined {
  if (combination === undefined)
    return undefined
  const { modifiers, key } = readKeys(combination, mac)
  const named = [...modifiers].map(modifier =>
    modifier === 'Ctrl' ? 'Control' : modifier === 'Command' ? 'Meta' : modifier,
  )
  return [...named, key].join('+')
}

/** Appends keys to a tooltip. */
export function appendKeys(text: string, combination: string | undefined): string {
  return combination === undefined ? text : `${text} (${formatKeys(combination)})`
}
