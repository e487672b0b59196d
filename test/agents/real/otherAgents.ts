import type { RealAgent } from './realAgent'

/** Settings of Gemini and its relatives. */
const quiet = {
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  general: { enableAutoUpdate: false, disableAutoUpdate: true, disableUpdateNag: true },
}

/** Agents for `--all`. */
export const otherAgents: readonly RealAgent[] = [
  {
    id: 'opencode',
    name: 'OpenCode',
    shortName: 'OpenCode',
    env: ({ url }) => ({
      OPENCODE_CONFIG_CONTENT: JSON.stringify({
        model: 'test/test-model',
        small_model: 'test/test-model',
        autoupdate: false,
        share: 'disabled',
        permission: { edit: 'ask', bash: 'ask', external_directory: 'ask' },
        enabled_providers: ['test'],
        provider: {
          test: {
            npm: '@ai-sdk/openai-compatible',
            name: 'Test',
            options: { baseURL: `${url}/v1`, apiKey: 'test-key' },
            models: {
              'test-model': { name: 'Test Model', tool_call: true, limit: { context: 200_000, output: 8192 } },
              'test-model-two': { name: 'Test Model Two', tool_call: true, limit: { context: 200_000, output: 8192 } },
            },
          },
        },
      }),
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      OPENCODE_DISABLE_SHARE: '1',
    }),
    asksForCommand: ['agent'],
    output: 'text',
    change: { option: 'Model', value: 'test/test-model-two', effect: /"model":"test-model-two"/ },
    subagent: 'general',
    subagentHangs: true,
    untried: { form: 'no tool', plan: 'as plain calls', approval: 'no tool' },
  },
  {
    id: 'qwen-code',
    name: 'Qwen Code',
    shortName: 'Qwen',
    env: ({ url }) => ({
      OPENAI_BASE_URL: `${url}/v1`,
      OPENAI_API_KEY: 'test-key',
      OPENAI_MODEL: 'test-model',
      QWEN_CODE_NO_RELAUNCH: '1',
    }),
    files: () => ({ '.qwen/settings.json': JSON.stringify({ security: { auth: { selectedType: 'openai' } }, ...quiet }) }),
    defaultMode: 'default',
    asksForCommand: ['agent'],
    output: 'text',
    change: { option: 'Mode', value: 'auto-edit', effect: 'edits unasked' },
    asksQuestions: true,
    untried: { plan: 'no tool' },
    subagent: 'general-purpose',
    planMode: 'plan',
  },
  {
    id: 'gemini',
    name: 'Gemini CLI',
    shortName: 'Gemini',
    env: ({ url }) => ({
      GEMINI_API_KEY: 'test-key',
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_CLI_NO_RELAUNCH: 'true',
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    }),
    files: () => ({
      '.gemini/settings.json': JSON.stringify({
        model: { name: 'gemini-2.5-pro' },
        security: { auth: { selectedType: 'gemini-api-key' } },
        ...quiet,
      }),
    }),
    asksForCommand: ['agent'],
    output: 'not reported',
    change: { option: 'Mode', value: 'autoEdit', effect: 'edits unasked' },
    savesByTheMinute: true,
    planMode: 'plan',
    leavesModeUntold: true,
    untried: { form: 'no tool', plan: 'as plain calls', subagent: 'its policy denies it' },
  },
]
