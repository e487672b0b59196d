import { defaultPreferences, type Preferences } from '../../shared/settings/preferences'

/** Preferences that affect the page's styles. */
type Appearance = Pick<Preferences, Extract<keyof Preferences, `appearance.${string}`>>

/**
 * Applies theme, contrast, density, motion, sizes and fonts to the page. Removes attributes for values that follow the
 * system.
 */
export function applyAppearance(root: HTMLElement, appearance: Appearance): void {
  const { 'appearance.theme': theme, 'appearance.contrast': contrast, 'appearance.density': density } = appearance
  setAttribute(root, 'data-theme', theme, 'system')
  setAttribute(root, 'data-contrast', contrast, 'system')
  setAttribute(root, 'data-density', density, 'normal')
  setAttribute(root, 'data-motion', appearance['appearance.motion'], 'system')
  setFont(root, '--text-font', appearance['appearance.text_font'])
  setFont(root, '--code-font', appearance['appearance.code_font'])
  setScale(root, '--text-scale', appearance['appearance.text_size'] / defaultPreferences['appearance.text_size'])
  setScale(root, '--code-scale', appearance['appearance.code_size'] / defaultPreferences['appearance.code_size'])
}

function setAttribute(root: HTMLElement, name: string, value: string, usual: string): void {
  if (value === usual)
    root.removeAttribute(name)
  else
    root.setAttribute(name, value)
}

/** Sets a font. If it is not installed, the bundled font is used. */
function setFont(root: HTMLElement, name: string, family: string): void {
  if (family === '')
    root.style.removeProperty(name)
  else
    root.style.setProperty(name, `"${family.replaceAll(/["\\]/g, '')}"`)
}

function setScale(root: HTMLElement, name: string, scale: number): void {
  if (scale === 1)
    root.style.removeProperty(name)
  else
    root.style.setProperty(name, String(scale))
}
