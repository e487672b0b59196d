/** Fields that keep every letter, and with Space what Space presses. */
const fields = 'input, textarea, select, [contenteditable]'
const pressed = 'button, a[href], summary, [role=button], [role=switch], [role=tab], [role=menuitem], [role=option], [role=treeitem]'

/**
 * Whether this key types a character that no field takes: it belongs to the message box, which gets it when it is focused before the
 * event ends. An input method begins with a key that is not known yet.
 */
export function typesOutsideFields(event: KeyboardEvent): boolean {
  const { key, target } = event
  const isAltGraph = event.getModifierState('AltGraph')
  const hasModifier = event.metaKey || (!isAltGraph && (event.ctrlKey || event.altKey))
  const isCharacter = [...key].length === 1 || key === 'Dead' || key === 'Process'
  if (event.defaultPrevented || hasModifier || !isCharacter || !(target instanceof Element) || target.closest(fields))
    return false
  return key !== ' ' || target.closest(pressed) === null
}
