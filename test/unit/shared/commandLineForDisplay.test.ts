import { expect, it } from 'vitest'
import { formatCommandLine, quoteForDisplay } from '../../../src/shared/text/commandLineForDisplay'

it('keeps plain words bare and quotes the others for a shell', () => {
  expect(formatCommandLine('npx', ['-y', '@scope/agent@1.0', '--acp'])).toBe('npx -y @scope/agent@1.0 --acp')
  expect(formatCommandLine('/opt/my agent', ['it\'s', '', '$HOME', 'a;b'])).toBe(
    '\'/opt/my agent\' \'it\'\\\'\'s\' \'\' \'$HOME\' \'a;b\'',
  )
})

it('makes hidden characters visible', () => {
  expect(quoteForDisplay('a\nrm -rf')).toBe('$\'a\\nrm -rf\'')
  expect(quoteForDisplay('\u202Eevil\u001B\u0007\\\'')).toBe('$\'\\u202eevil\\e\\x07\\\\\\\'\'')
})
