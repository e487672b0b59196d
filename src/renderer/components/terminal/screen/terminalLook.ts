import type { ITheme } from '@xterm/xterm'

const hues = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const

/** Letters and colours as the page has them, in the form that xterm takes: it cannot read `var()` or `light-dark()`. */
export interface TerminalLook {
  readonly theme: ITheme
  readonly fontFamily: string
  /** Pixels. */
  readonly fontSize: number
}

/** The look of a terminal in that element, as the page's styles are now. */
export function terminalLook(screen: HTMLElement): TerminalLook {
  const { fontFamily, fontSize } = getComputedStyle(screen)
  return { theme: coloursOf(screen), fontFamily, fontSize: Number.parseFloat(fontSize) }
}

function coloursOf(screen: HTMLElement): ITheme {
  const probe = document.createElement('span')
  screen.append(probe)
  const resolve = (token: string) => {
    probe.style.color = `var(${token})`
    return getComputedStyle(probe).color
  }
  const ink = resolve('--ink')
  const theme: ITheme = { foreground: ink, cursor: ink, background: resolve('--sunken'), selectionBackground: resolve('--accent-line') }
  for (const hue of hues) {
    theme[hue] = resolve(`--ansi-${hue}`)
    theme[`bright${hue.charAt(0).toUpperCase()}${hue.slice(1)}` as `bright${Capitalize<typeof hue>}`] = resolve(`--ansi-bright-${hue}`)
  }
  probe.remove()
  return theme
}
