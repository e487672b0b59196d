import stylistic from '@stylistic/eslint-plugin'
import * as typescript from '@typescript-eslint/parser'
import vue from 'eslint-plugin-vue'

const style = stylistic.configs.customize({ jsx: false }).rules
/** The layout of expressions in templates is that of scripts. */
const layout = Object.entries(style)
  .map(([name, level]) => [name.replace('@stylistic/', ''), level])
  .filter(([name]) => name in vue.rules)
  .map(([name, level]) => [`vue/${name}`, level])

// Components: their templates, and what concerns both template and script. oxlint.config.ts has all else.
export default [
  ...vue.configs['flat/recommended'],
  {
    files: ['**/*.vue'],
    // No rule asks for the names that browsers declare, and each expression would get all of them.
    languageOptions: { parserOptions: { parser: typescript, lib: [] } },
    plugins: { '@stylistic': stylistic },
    rules: {
      ...Object.fromEntries(layout),
      // Lines of the whole file.
      '@stylistic/eol-last': 'error',
      '@stylistic/max-len': ['error', { code: 140 }],
      '@stylistic/no-multiple-empty-lines': style['@stylistic/no-multiple-empty-lines'],
      '@stylistic/no-tabs': 'error',
      '@stylistic/no-trailing-spaces': 'error',
      'vue/block-order': ['error', { order: ['script', 'template', 'style'] }],
      'vue/block-tag-newline': 'error',
      'vue/component-name-in-template-casing': 'error',
      'vue/custom-event-name-casing': ['error', 'camelCase'],
      'vue/define-macros-order': ['error', { order: ['defineOptions', 'defineProps', 'defineEmits', 'defineSlots'] }],
      'vue/dot-notation': 'error',
      'vue/eqeqeq': ['error', 'smart'],
      'vue/html-comment-content-spacing': ['error', 'always', { exceptions: ['-'] }],
      'vue/html-self-closing': ['error', { html: { void: 'always' } }],
      'vue/max-attributes-per-line': 'off', // a line is full when it is full
      'vue/no-empty-pattern': 'error',
      'vue/no-restricted-v-bind': ['error', '/^v-/'],
      'vue/no-unused-refs': 'error',
      'vue/no-useless-v-bind': 'error',
      'vue/no-v-html': 'error',
      'vue/object-property-newline': ['error', { allowAllPropertiesOnSameLine: true }],
      'vue/object-shorthand': ['error', 'always', { avoidQuotes: true }],
      'vue/padding-line-between-blocks': 'error',
      'vue/prefer-separate-static-class': 'error',
      'vue/prefer-template': 'error',
      'vue/require-default-prop': 'off', // props are typed: an optional one is undefined
      'vue/singleline-html-element-content-newline': 'off', // inline text stays inline
    },
  },
]
