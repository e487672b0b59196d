import { describe, expect, it } from 'vitest'
import {
  altOnMac,
  filterWorkingKeys,
  formatAriaKeys,
  formatKeys,
  matchesKeys,
  type PressedKeys,
} from '../../../src/renderer/composables/keys'
import { shortcuts } from '../../../src/renderer/composables/shortcuts'

/** The characters of each key by position: three rows, as on an English keyboard. */
const english = 'qwertyuiop asdfghjkl;\' zxcvbnm,./'
const latin: Readonly<Record<string, string>> = {
  'English': english,
  'German': 'qwertzuiop asdfghjklöä yxcvbnm,.-',
  'French': 'azertyuiop qsdfghjklmù wxcvbn,;:!',
  'Bépo': 'bépoè^vdlj auie,ctsrn àyx.k\'qghf',
  'Dvorak': '\',.pyfgcrl aoeuidhtns- ;qjkxbmwvz',
  'Colemak': 'qwfpgjluy; arstdhneio\' zxcvbkm,./',
  'Turkish Q': 'qwertyuıop asdfghjklşi zxcvbnmöç.',
  'Turkish F': 'fgğıodrnhp uieaütkmly jövcçzsb.,',
}
const others: Readonly<Record<string, string>> = {
  Russian: 'йцукенгшщз фывапролджэ ячсмитьбю.',
  Bulgarian: ',уеишщксдз ьяаожгтнвмч юйъэфхпрлб',
  Greek: ';ςερτυθιοπ ασδφγηξκλ΄\' ζχψωβνμ,./',
  Hebrew: '/\'קראטוןםפ שדגכעיחלךף, זסבהנמצתץ.',
  Arabic: 'ض ص ث ق ف غ ع ه خ ح|ش س ي ب ل ا ت ن م ك ط|ئ ء ؤ ر لا ى ة و ز ظ',
  Thai: 'ๆ ไ ำ พ ะ ั ี ร น ย|ฟ ห ก ด เ ้ ่ า ส ว ง|ผ ป แ อ ิ ื ท ม ใ ฝ',
  Hindi: 'ौ ै ा ी ू ब ह ग द ज|ो े ् ि ु प र क त च ट|ॆ ं म न व ल स , . य',
  Korean: 'ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔ ㅁㄴㅇㄹㅎㅗㅓㅏㅣ;\' ㅋㅌㅊㅍㅠㅜㅡ,./',
  kana: 'たていすかんなにらせ ちとしはきくまのりれけ つさそひこみもねるめ',
}
const names: Readonly<Record<string, string>> = { ';': 'Semicolon', '\'': 'Quote', ',': 'Comma', '.': 'Period', '/': 'Slash' }
const rows = english.split(' ')

/** The keys by position: code, character, and English character. */
function listKeys(layout: string): { code: string, key: string, place: string }[] {
  const typed = layout.includes('|') ? layout.split('|').map(row => row.split(' ')) : layout.split(' ').map(row => [...row])
  return typed.flatMap((row, index) => row.map((key, column) => {
    const place = rows[index]!.charAt(column)
    return { code: names[place] ?? `Key${place.toUpperCase()}`, key, place: place.toUpperCase() }
  }))
}

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
const held = [
  { modifiers: '', mac: none, other: none },
  { modifiers: 'Mod+', mac: { ...none, metaKey: true }, other: { ...none, ctrlKey: true } },
  { modifiers: 'Mod+Shift+', mac: { ...none, metaKey: true, shiftKey: true }, other: { ...none, ctrlKey: true, shiftKey: true } },
  { modifiers: 'Alt+', mac: { ...none, ctrlKey: true, metaKey: true }, other: { ...none, altKey: true } },
  {
    modifiers: 'Alt+Shift+',
    mac: { ...none, ctrlKey: true, metaKey: true, shiftKey: true },
    other: { ...none, altKey: true, shiftKey: true },
  },
]

const all = Object.entries<readonly string[]>(shortcuts)
/** Combinations written with Ctrl, which is not Mod on a Mac. */
function findByKeys(wanted: string[], mac: boolean): string[] {
  return all.filter(([, keys]) => keys.some(keys => wanted.includes(mac ? keys : keys.replace('Ctrl', 'Mod')))).map(([id]) => id)
}

function findByEvent(event: PressedKeys, mac: boolean): string[] {
  return all.filter(([, keys]) => keys.some(keys => matchesKeys(keys, event, mac))).map(([id]) => id)
}

/** The table's Alt combination that a letter stands for on a Mac, if two of them have a replacement. */
function toMacLetter(letter: string): string {
  return Object.entries(altOnMac.keys).find(([, other]) => other === letter)?.[0] ?? (letter in altOnMac.keys ? 'none' : letter)
}

describe.each([['Mac', true], ['Linux and Windows', false]] as const)('on %s, every shortcut', (_, mac) => {
  it.each(Object.entries(latin))('uses the letter: %s', (_, layout) => {
    for (const { code, key } of listKeys(layout)) {
      for (const { modifiers, ...keys } of held) {
        const letter = /^[a-z,.]$/.test(key) ? key.toUpperCase() : 'none'
        const wanted = modifiers + (mac && modifiers.startsWith('Alt') ? toMacLetter(letter) : letter)
        const event = { ...keys[mac ? 'mac' : 'other'], code, key: key === 'ı' || !modifiers.includes('Shift') ? key : key.toUpperCase() }
        // A French "." is typed with Shift.
        const shifted = /[,.]/.test(key) ? [wanted.replace('Shift+', '')] : []
        expect(findByEvent(event, mac), `${modifiers}${key} (${code})`).toEqual(findByKeys([wanted, ...shifted], mac))
      }
    }
  })

  it.each(Object.entries(others))('uses the physical key if it has no Latin letter: %s', (_, layout) => {
    for (const { code, key, place } of listKeys(layout)) {
      for (const { modifiers, ...keys } of held.filter(({ modifiers }) => !modifiers.includes('Shift'))) {
        const letter = mac && modifiers.startsWith('Alt') ? toMacLetter(place) : place
        const sign = /[,.]/.test(key) ? [modifiers + key] : []
        const event = { ...keys[mac ? 'mac' : 'other'], code, key }
        const isPlace = /[A-Z]/.test(place) || !/[,.;'/]/.test(key)
        expect(findByEvent(event, mac), `${modifiers}${key} (${code})`)
          .toEqual(findByKeys([...isPlace ? [modifiers + letter] : [], ...sign], mac))
      }
    }
  })

  it('uses the physical keys of digits and the backquote', () => {
    const alt = held[3]![mac ? 'mac' : 'other']
    const mod = held[1]![mac ? 'mac' : 'other']
    for (const key of ['1', '&', 'ě', '١']) {
      expect(matchesKeys('Alt+1', { ...alt, key, code: 'Digit1' }, mac)).toBe(true)
    }
    // On Windows Alt and the digits beside the letters type a character.
    expect(matchesKeys('Alt+1', { ...alt, key: '1', code: 'Numpad1' }, mac)).toBe(false)
    expect(matchesKeys('Mod+`', { ...mod, key: '²', code: 'Backquote' }, mac)).toBe(true)
    expect(matchesKeys('Mod+`', { ...mod, key: '`', code: 'Backslash' }, mac)).toBe(false)
  })
})

it('leaves characters typed with Option on a Mac to the text', () => {
  const typed = { KeyL: '@', KeyN: 'Dead', KeyE: '€', KeyA: 'ą', KeyC: 'ć', KeyS: 'ś', KeyX: 'ź', Digit5: '[', KeyF: 'ƒ', KeyM: 'µ' }
  for (const [code, key] of Object.entries(typed))
    expect(findByEvent({ ...none, altKey: true, code, key }, true), key).toEqual([])
})

it('leaves characters typed with AltGr to the text', () => {
  for (const flags of [none, { ...none, ctrlKey: true, altKey: true }]) {
    for (const [code, key] of Object.entries({ KeyQ: '@', KeyE: '€', KeyN: 'ń', KeyJ: 'Dead', KeyC: '¢', KeyL: 'ł', Digit0: '}' })) {
      expect(findByEvent({ ...flags, code, key, getModifierState: name => name === 'AltGraph' }, false), key)
        .toEqual([])
    }
  }
})

it('on a Mac, Alt shortcuts have alternatives that do not conflict with the system or VoiceOver', () => {
  const systems = ['⌃⌘F', '⌃⌘Q', '⌃⌘D', '⌃⌘Space']
  const shown = all.flatMap(([, keys]) => keys).filter(keys => keys.startsWith('Alt')).map(keys => formatKeys(keys, true))
  expect(shown.filter(keys => systems.includes(keys) || keys.includes('⌥'))).toEqual([])
  expect(new Set(shown).size).toBe(shown.length)
  expect(matchesKeys('Alt+F', { ...none, ctrlKey: true, metaKey: true, key: 'f', code: 'KeyF' }, true)).toBe(false)
})

it('a shortcut is written as in the system’s menus', () => {
  expect(['Mod+Shift+F', 'Alt+Shift+C', 'Alt+F', 'Alt+ArrowDown', 'Ctrl+G', 'F7'].map(keys => formatKeys(keys, true)))
    .toEqual(['⇧⌘F', '⌃⇧⌘C', '⌃⌘B', '⌃⌘↓', '⌃G', 'F7'])
  expect(['Mod+Shift+F', 'Alt+F', 'Ctrl+G'].map(keys => formatKeys(keys, false))).toEqual(['Ctrl+Shift+F', 'Alt+F', 'Ctrl+G'])
  expect(formatAriaKeys('Alt+1', true)).toBe('Control+Meta+1')
  expect(formatAriaKeys('Mod+K', true)).toBe('Meta+K')
  expect(formatAriaKeys('Mod+K', false)).toBe('Control+K')
})

it('hides shortcuts that browsers reserve', () => {
  expect(filterWorkingKeys(['Mod+N', 'Alt+N'], true)).toEqual(['Alt+N'])
  expect(filterWorkingKeys(['Mod+N', 'Alt+N'], false)).toEqual(['Mod+N', 'Alt+N'])
})
