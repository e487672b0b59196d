import type { RealAgent } from './realAgent'
import { join } from 'node:path'
import { asRoot } from './usualAgents'

/** Further agents that are driven with all, as far as a scripted model goes. */
export const furtherAgents: readonly RealAgent[] = [
  {
    id: 'github-copilot-cli',
    name: 'GitHub Copilot',
    shortName: 'Copilot',
    env: ({ url, home }) => ({
      COPILOT_HOME: join(home, '.copilot'),
      COPILOT_OFFLINE: 'true',
      COPILOT_AUTO_UPDATE: 'false',
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_TYPE: 'openai',
      COPILOT_PROVIDER_API_KEY: 'test-key',
      COPILOT_MODEL: 'test-model',
    }),
    missesUnsaved: true,
    asksForCommand: ['agent'],
    output: 'text',
    change: { option: 'Mode', value: 'https://agentclientprotocol.com/protocol/session-modes#autopilot', effect: 'edits unasked' },
    untried: { form: 'no tool', plan: 'no tool', approval: 'no tool' },
    subagent: 'general-purpose',
  },
  {
    id: 'cline',
    name: 'Cline',
    shortName: 'Cline',
    env: () => ({
      CLINE_API_KEY: 'test-key',
      CLINE_PROVIDER: 'openai-compatible',
      CLINE_MODEL: 'test-model',
      CLINE_TELEMETRY_DISABLED: '1',
    }),
    files: ({ url }) => ({
      '.cline/data/settings/providers.json': JSON.stringify({
        version: 1,
        lastUsedProvider: 'openai-compatible',
        modes: {},
        providers: {
          'openai-compatible': {
            settings: { provider: 'openai-compatible', apiKey: 'test-key', model: 'test-model', baseUrl: `${url}/v1` },
            updatedAt: '2026-11-21T00:00:00.000Z',
            tokenSource: 'manual',
          },
        },
      }),
    }),
    defaultOptions: { auto_approve: false },
    missesUnsaved: true,
    asksForCommand: ['agent'],
    output: 'text',
    change: { option: 'Session Mode', value: 'plan', effect: /^(?=.*"spawn_agent")(?!.*"apply_patch")/s },
    untried: { form: 'no tool', plan: 'no tool', approval: 'no tool' },
    subagent: 'whatever',
  },
  {
    id: 'pi-acp',
    name: 'Pi',
    shortName: 'Pi',
    beside: '@earendil-works/pi-coding-agent@0.87.1',
    env: () => ({
      PI_OFFLINE: '1',
      PI_SKIP_VERSION_CHECK: '1',
      PI_TELEMETRY: '0',
    }),
    files: ({ url }) => ({
      '.pi/agent/models.json': JSON.stringify({
        providers: {
          test: {
            baseUrl: `${url}/v1`,
            api: 'openai-completions',
            apiKey: 'test-key',
            models: [{ id: 'test-model', reasoning: true }, { id: 'test-model-two' }],
          },
        },
      }),
      '.pi/agent/settings.json': JSON.stringify({ defaultProvider: 'test', defaultModel: 'test-model', enableInstallTelemetry: false }),
    }),
    missesUnsaved: true,
    asksForCommand: [],
    untried: { thread: 'never asks', rule: 'never asks', form: 'no tool', plan: 'no tool', approval: 'no tool', subagent: 'no tool' },
    hasBanner: true,
    output: 'live terminal',
    change: { option: 'Thinking', value: 'high', effect: /"reasoning_effort":"high"/ },
  },
  {
    id: 'older-claude',
    name: 'Claude Code',
    shortName: 'Claude, older',
    own: { package: '@zed-industries/claude-code-acp@0.16.2', program: '@zed-industries/claude-code-acp/dist/index.js' },
    env: ({ url, home }) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'test-key',
      CLAUDE_CONFIG_DIR: join(home, '.claude'),
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
      ...asRoot,
    }),
    // It sets a variable that nobody was shown, so Parley asks as well.
    asksForCommand: ['agent', 'parley'],
    untried: { thread: 'asks anyway', rule: 'asks anyway', form: 'no tool' },
    subagent: 'general-purpose',
    showsPlan: true,
    output: 'live terminal',
    change: { option: 'Mode', value: 'acceptEdits', effect: 'edits unasked' },
    planMode: 'plan',
  },
  {
    id: 'grok-build',
    name: 'Grok Build',
    shortName: 'Grok',
    env: ({ url, home }) => ({
      HOME: home,
      XAI_API_KEY: 'test-key',
      GROK_XAI_API_BASE_URL: `${url}/v1`,
      GROK_DISABLE_AUTOUPDATER: '1',
      GROK_TELEMETRY_ENABLED: 'false',
    }),
    asksForCommand: ['agent'],
    leavesHarmless: true,
    output: 'live terminal',
    untried: { form: 'no tool', plan: 'no tool', approval: 'no tool' },
  },
  {
    id: 'auggie',
    name: 'Auggie CLI',
    shortName: 'Auggie',
    env: () => ({}),
    needsLogin: true,
    asksForCommand: [],
    output: 'untold',
  },
]
