import type { RealAgent } from './realAgent'
import { join } from 'node:path'

/** Claude otherwise refuses to run as root. */
export const asRoot: Record<string, string> = process.getuid?.() === 0 ? { IS_SANDBOX: '1' } : {}

/** The most popular agents. */
export const usualAgents: readonly RealAgent[] = [
  {
    id: 'claude-acp',
    name: 'Claude Agent',
    shortName: 'Claude',
    env: ({ url, home }) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'test-key',
      CLAUDE_CONFIG_DIR: join(home, '.claude'),
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_ERROR_REPORTING: '1',
      ENABLE_TOOL_SEARCH: 'false',
      ...asRoot,
    }),
    asksForCommand: ['agent'],
    output: 'late terminal',
    change: { option: 'Mode', value: 'acceptEdits', effect: 'edits unasked' },
    asksQuestions: true,
    untried: { plan: 'no tool' },
    subagent: 'general-purpose',
    planMode: 'plan',
    longTask: true,
  },
  {
    id: 'codex-acp',
    name: 'Codex',
    shortName: 'Codex',
    // It refuses to work if its home is in the temporary folder.
    env: ({ home }) => ({ CODEX_HOME: join(home, '.codex'), TMPDIR: join(home, 'temporary'), TEST_API_KEY: 'test-key', NO_BROWSER: '1' }),
    files: ({ url }) => ({
      '.codex/config.toml': [
        'model = "gpt-5.5"',
        'model_provider = "test"',
        'check_for_update_on_startup = false',
        '[analytics]',
        'enabled = false',
        '[model_providers.test]',
        'name = "Test"',
        `base_url = "${url}/v1"`,
        'wire_api = "responses"',
        'env_key = "TEST_API_KEY"',
        'requires_openai_auth = false',
        'supports_websockets = false',
        '',
      ].join('\n'),
      'temporary/.keep': '',
    }),
    defaultMode: 'read-only',
    asksForCommand: ['agent'],
    output: 'live terminal',
    change: { option: 'Mode', value: 'workspace-write', effect: 'edits unasked' },
    leavesCommands: true,
    untried: { form: 'in its own mode', plan: 'no tool', approval: 'in its own mode', subagent: 'no tool' },
  },
  {
    id: 'kimi',
    name: 'Kimi Code',
    shortName: 'Kimi',
    env: ({ url, home }) => ({
      KIMI_CODE_HOME: join(home, '.kimi-code'),
      KIMI_DISABLE_TELEMETRY: '1',
      KIMI_CODE_NO_AUTO_UPDATE: '1',
      KIMI_MODEL_NAME: 'test-model',
      KIMI_MODEL_API_KEY: 'test-key',
      KIMI_MODEL_PROVIDER_TYPE: 'openai',
      KIMI_MODEL_BASE_URL: `${url}/v1`,
    }),
    asksForCommand: ['agent'],
    output: 'live terminal',
    change: { option: 'Mode', value: 'yolo', effect: 'edits unasked' },
    asksQuestions: true,
    showsPlan: true,
    planMode: 'plan',
    leavesModeUntold: true,
    subagent: 'coder',
    longTask: true,
  },
]
