import js from '@eslint/js'
import { defineConfigWithVueTs, vueTsConfigs } from '@vue/eslint-config-typescript'
import vue from 'eslint-plugin-vue'

export default defineConfigWithVueTs(
  { ignores: ['.cache/**', 'out/**', 'dist/**', 'node_modules/**', 'test-results/**', 'playwright-report/**'] },
  js.configs.recommended,
  vue.configs['flat/recommended'],
  vueTsConfigs.strict,
  // TypeScript itself knows which names exist; the few scripts are plain JavaScript for Node.
  { files: ['**/*.{ts,mts,vue}'], rules: { 'no-undef': 'off' } },
  {
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: { globals: Object.fromEntries(['process', 'console', 'URL', 'fetch', 'AbortSignal', 'Buffer', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate'].map(name => [name, 'readonly'])) },
  },
  {
    rules: {
      'vue/require-default-prop': 'off', // props are typed: an optional one is undefined

      'no-empty': ['error', { allowEmptyCatch: false }],
      'vue/no-v-html': 'error',
      'vue/max-attributes-per-line': 'off',
      'vue/singleline-html-element-content-newline': 'off',
      'vue/html-self-closing': ['error', { html: { void: 'always' } }],
      'no-control-regex': 'off', // terminals and hostile text are our subject
      '@typescript-eslint/no-invalid-void-type': 'off', // Method<…, void> says "no result"
      '@typescript-eslint/no-dynamic-delete': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
)
