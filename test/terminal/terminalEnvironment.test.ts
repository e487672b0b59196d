import { expect, it } from 'vitest'
import { terminalEnvironment } from '../../src/main/terminal/terminalEnvironment'

it('gives commands the person\'s environment without Parley\'s and Electron\'s own variables', () => {
  const base = { PATH: '/bin', GITHUB_TOKEN: 'theirs', PARLEY_DATA: 'x', ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '--inspect', TMUX: '/tmp/x', NOTHING: undefined }
  expect(terminalEnvironment({ base, agentEnv: [], token: 't' })).toEqual({
    PATH: '/bin', GITHUB_TOKEN: 'theirs', PAGER: '', GIT_PAGER: 'cat', TERM: 'xterm-256color', COLORTERM: 'truecolor', ACP_OWNER_TOKEN: 't',
  })
})

it('lets the agent\'s variables stand above all but the owner\'s token', () => {
  const agentEnv = [{ name: 'TERM', value: 'dumb' }, { name: 'PAGER', value: 'less' }, { name: 'ACP_OWNER_TOKEN', value: 'other' }]
  expect(terminalEnvironment({ base: {}, agentEnv, token: 't' })).toMatchObject({ TERM: 'dumb', PAGER: 'less', ACP_OWNER_TOKEN: 't' })
})
