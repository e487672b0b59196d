// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { applyAppearance } from '../../../src/renderer/styles/applyAppearance'
import { defaultPreferences } from '../../../src/shared/settings/preferences'

it('applies chosen appearance settings, and leaves others to the system and the style sheet', () => {
  const root = document.createElement('html')
  applyAppearance(root, {
    ...defaultPreferences,
    'appearance.theme': 'dark',
    'appearance.contrast': 'more',
    'appearance.density': 'compact',
    'appearance.text_size': 15,
    'appearance.code_size': 18,
    'appearance.motion': 'reduced',
    'appearance.text_font': 'Segoe "UI\\',
  })
  expect(root.outerHTML).toContain('data-theme="dark" data-contrast="more" data-density="compact" data-motion="reduced"')
  expect(root.style.getPropertyValue('--text-font')).toBe('"Segoe UI"')
  expect(root.style.getPropertyValue('--code-scale')).toBe('1.5')
  applyAppearance(root, defaultPreferences)
  expect([root.dataset, root.style.cssText]).toEqual([{}, ''])
})
