/** The part of a keyboard event that says which keys were pressed. */
export type PressedKeys = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>
  & Partial<Pick<KeyboardEvent, 'getModifierState'>>

/**
 * What stands for Alt on a Mac. Option types characters there (German "@", Polish "ą"), and Control with Option is
 * VoiceOver's. Two keys with Control and Command are the system's: F makes a window fill the screen, Q locks it.
 */
export const altOnMac: { readonly modifiers: readonly Modifier[], readonly keys: Readonly<Record<string, string>> } = {
  modifiers: ['Ctrl', 'Command'],
  keys: { F: 'B', Q: 'J', J: 'Y' },
}

/** The letter keys that hold a sign in a layout of another script: Hebrew's Q and W, Greek's Q, Bulgarian's Q. */
const signsForLetters: Readonly<Record<string, string>> = { KeyQ: '/;,', KeyW: '\'' }

/** Where an English keyboard has a sign. */
const signPlaces: Readonly<Record<string, string>> = { ',': 'Comma', '.': 'Period' }

const macSigns = { Ctrl: '⌃', Alt: '⌥', Shift: '⇧', Command: '⌘' } as const
type Modifier = keyof typeof macSigns

interface Keys {
  readonly modifiers: ReadonlySet<Modifier>
  readonly key: string
}

/** Whether this is a Mac, where Command takes the place of Ctrl. */
function isMac(platform: string = navigator.platform): boolean {
  return /^(?:mac|darwin|iphone|ipad)/i.test(platform)
}

/**
 * What a combination means on this machine: `Mod` is Command on a Mac and Ctrl elsewhere, and `Alt` another pair on a
 * Mac.
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
 * Whether exactly the keys of `combination` (such as `Mod+Shift+K`) were pressed. Keys follow the letter that the
 * layout has on them; where it has none of Latin script, and for digits and the backquote, they follow the place.
 */
export function keysMatch(combination: string, event: PressedKeys, mac = isMac()): boolean {
  const { modifiers, key } = readKeys(combination, mac)
  // What AltGr types belongs to the text; some report it as Ctrl and Alt. Alt alone types nothing.
  if (!mac && event.altKey === event.ctrlKey && event.getModifierState?.('AltGraph') === true)
    return false
  const isSign = key in signPlaces && event.key === key
  return event.ctrlKey === modifiers.has('Ctrl')
    && event.metaKey === modifiers.has('Command')
    && event.altKey === modifiers.has('Alt')
    // A French "." is typed with Shift.
    && (event.shiftKey === modifiers.has('Shift') || isSign)
    && (isSign || isKey(key, event))
}

/** Whether one of these combinations was pressed. */
export function isPressed(combinations: readonly string[], event: PressedKeys): boolean {
  return combinations.some(keys => keysMatch(keys, event))
}

function isKey(key: string, { key: pressed, code }: PressedKeys): boolean {
  if (/^\d$/.test(key))
    return code === `Digit${key}`
  if (key === '`')
    return code === 'Backquote'
  if (/^[A-Z]$/.test(key))
    return isOtherScript(pressed) || signsForLetters[code]?.includes(pressed) ? code === `Key${key}` : letterOf(pressed) === key
  return pressed === key || (isOtherScript(pressed) && code === signPlaces[key])
}

/** Whether a key typed letters, none of them Latin; one of Arabic types two. */
function isOtherScript(pressed: string): boolean {
  return /^(?:(?![\p{Script=Latin}\p{Script=Common}])[\p{L}\p{M}])+$/u.test(pressed)
}

/** The letter of a key, without its case. A Turkish "ı" is no "I", and its capital of "i" is "İ". */
function letterOf(pressed: string): string {
  return pressed === 'İ' ? 'I' : /^[a-z]$/i.test(pressed) ? pressed.toUpperCase() : ''
}

/** A combination as it is printed on this machine's keys. */
export function keysText(combination: string | undefined, mac = isMac()): string {
  if (combination === undefined)
    return ''
  const { modifiers, key } = readKeys(combination, mac)
  const shown = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' }[key] ?? key
  const held = (Object.keys(macSigns) as Modifier[]).filter(modifier => modifiers.has(modifier)) // in the order of a Mac's menus
  return mac ? held.map(modifier => macSigns[modifier]).join('') + shown : [...held, shown].join('+')
}

/** Browsers keep these for themselves, also for an app in a window of its own. */
const keptByBrowsers: readonly string[] = ['Mod+N', 'Mod+W']

/** Those of an action's combinations that reach this shell. */
export function keysThatWork(combinations: readonly string[], isInBrowser = !('parley' in globalThis)): string[] {
  return combinations.filter(keys => !isInBrowser || !keptByBrowsers.includes(keys))
}

/** A combination as `aria-keyshortcuts` writes it. */
export function ariaKeys(combination: string | undefined, mac = isMac()): string | undefined {
  if (combination === undefined)
    return undefined
  const { modifiers, key } = readKeys(combination, mac)
  const named = [...modifiers].map(modifier => modifier === 'Ctrl' ? 'Control' : modifier === 'Command' ? 'Meta' : modifier)
  return [...named, key].join('+')
}

/** A tooltip: what a control does, and its keys. */
export function withKeys(text: string, combination: string | undefined): string {
  return combination === undefined ? text : `${text} (${keysText(combination)})`
}
