import type { ITerminalInitOnlyOptions, ITerminalOptions, ITheme } from '@xterm/xterm'
import type { Preferences } from '../../../../shared/settings/preferences'

/** The font and colours of a terminal for xterm, which cannot read `var()` or `light-dark()`. */
interface TerminalLook {
  readonly theme: ITheme
  readonly fontFamily: string
  /** In pixels. */
  readonly fontSize: number
  readonly minimumContrastRatio: number
}

type LookPreferences = Pick<Preferences, 'terminal.font' | 'terminal.light_colors' | 'terminal.dark_colors'>

const hues = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const

/** Foreground, background, the eight colours, and their bright variants. */
interface Palette {
  readonly light: readonly string[]
  readonly dark: readonly string[]
}

/** Solarized, by Ethan Schoonover. Both themes have the same accents. */
const solarizedAccents = ['#dc322f', '#859900', '#b58900', '#268bd2', '#d33682', '#2aa198'] as const
const solarizedColors = [
  ...['#073642', ...solarizedAccents, '#eee8d5'],
  ...['#002b36', '#cb4b16', '#586e75', '#657b83', '#839496', '#6c71c4', '#93a1a1', '#fdf6e3'],
]

const palettes: Partial<Record<Preferences['terminal.light_colors'], Palette>> = {
  solarized: {
    light: ['#657b83', '#fdf6e3', ...solarizedColors],
    dark: ['#839496', '#002b36', ...solarizedColors],
  },
  high_contrast: {
    light: [
      ...['#000000', '#ffffff'],
      ...['#000000', '#a00000', '#006000', '#6a4b00', '#0000c0', '#8b008b', '#00606a', '#555555'],
      ...['#333333', '#c00000', '#007000', '#7a5600', '#0000ee', '#a000a0', '#007078', '#000000'],
    ],
    dark: [
      ...['#ffffff', '#000000'],
      ...['#767676', '#ff6b6b', '#5fff5f', '#ffff5f', '#7ab8ff', '#ff87ff', '#5fffff', '#ffffff'],
      ...['#9e9e9e', '#ff9c9c', '#9cff9c', '#ffff9c', '#a8d1ff', '#ffb3ff', '#9cffff', '#ffffff'],
    ],
  },
}

/** Reads a terminal's font and colours from the element's styles and the settings. */
export function readTerminalLook(screen: HTMLElement, preferences: LookPreferences): TerminalLook {
  const { fontFamily, fontSize, colorScheme } = getComputedStyle(screen)
  const isDark = colorScheme === 'dark' || (!colorScheme.startsWith('light') && isDarkBySystem())
  const name = preferences[isDark ? 'terminal.dark_colors' : 'terminal.light_colors']
  const font = preferences['terminal.font'].replaceAll(/["\\]/g, '')
  return {
    theme: createTheme(screen, palettes[name]?.[isDark ? 'dark' : 'light']),
    fontFamily: font === '' ? fontFamily : `"${font}", ${fontFamily}`,
    fontSize: Number.parseFloat(fontSize),
    // Programs choose colours without knowing the background.
    minimumContrastRatio: name === 'high_contrast' ? 7 : 4.5,
  }
}

function isDarkBySystem(): boolean {
  return matchMedia('(prefers-color-scheme: dark)').matches
}

/** Returns the options of all screens: no clipboard access, 5,000 lines of scrollback. */
export function getScreenOptions(look: TerminalLook): ITerminalOptions & ITerminalInitOnlyOptions {
  return {
    cols: 80,
    scrollback: 5_000,
    allowProposedApi: true, // needed by the Unicode addon
    ...look,
  }
}

/** Creates a theme with the colours of a palette, or else those of the page. */
function createTheme(screen: HTMLElement, palette: readonly string[] | undefined): ITheme {
  const probe = document.createElement('span')
  screen.append(probe)
  const resolve = (token: string) => {
    probe.style.color = `var(${token})`
    return getComputedStyle(probe).color
  }
  const [ink, background, ...colors] = palette ?? [
    ...['--ink', '--sunken'].map(resolve),
    ...hues.map(hue => resolve(`--ansi-${hue}`)),
    ...hues.map(hue => resolve(`--ansi-bright-${hue}`)),
  ]
  const theme: ITheme = { foreground: ink, cursor: ink, background, selectionBackground: resolve('--accent-line') }
  for (const [index, hue] of hues.entries()) {
    const bright = `bright${hue.charAt(0).toUpperCase()}${hue.slice(1)}` as `bright${Capitalize<typeof hue>}`
    theme[hue] = colors[index]
    theme[bright] = colors[hues.length + index]
  }
  probe.remove()
  return theme
}
