import antfu from '@antfu/eslint-config'

// Rules that need types are in .oxlintrc.json.
export default antfu(
  {
    type: 'app',
    vue: true,
    typescript: true,
    jsdoc: false, // doc comments are prose
    test: { overrides: { 'test/prefer-lowercase-title': 'off', 'test/consistent-test-it': ['error', { fn: 'it', withinDescribe: 'it' }] } },
    // Data and prose are not code: fixtures stay as they were recorded, documents are read as they are.
    jsonc: false,
    yaml: false,
    toml: false,
    markdown: false,
    pnpm: false,
    ignores: ['out', 'dist', 'test-results', 'playwright-report', 'test/fixtures', 'test/tools/fuzz/corpus', '**/scenes/*.jsonl'],
  },
  {
    name: 'parley/style',
    files: ['**/*.{js,mjs,ts,mts,vue}'],
    rules: {
      'style/max-len': ['error', { code: 140 }],
      'style/max-statements-per-line': ['error', { max: 1 }],
      'style/no-mixed-operators': ['error', { groups: [['&&', '||'], ['in', 'instanceof']], allowSamePrecedence: false }],
      'style/nonblock-statement-body-position': ['error', 'below'],
      'no-restricted-syntax': [
        'error',
        {
          selector: 'ConditionalExpression > ConditionalExpression > ConditionalExpression',
          message: 'A ternary is nested at most once.',
        },
      ],
      'e18e/prefer-array-fill': 'off', // its fix loses the element's type
      'no-unmodified-loop-condition': 'off', // listeners modify what such loops wait for
      'no-template-curly-in-string': 'off', // shell text holds them
      'regexp/confusing-quantifier': 'off', // a tenth of the linter's time for a matter of taste
      'regexp/no-obscure-range': 'off', // escape sequences are defined by such ranges
      'unicorn/prefer-dom-node-text-content': 'off', // what a person sees is `innerText`
      'antfu/reasonable-newline': 'off', // would break every object that holds a call
      'no-empty': ['error', { allowEmptyCatch: false }],
      'no-control-regex': 'off', // terminals and hostile text are our subject
      'regexp/no-control-character': 'off', // the same
      'no-console': 'off', // programs that a person runs say what they do
      'node/prefer-global/process': 'off', // Node's own globals, as its documentation uses them
      'node/prefer-global/buffer': 'off',
      'antfu/no-top-level-await': 'off', // scripts and mains are modules
      'antfu/top-level-function': 'error',
      'import/consistent-type-specifier-style': ['error', 'prefer-top-level'],
      'ts/no-use-before-define': 'off', // public things first, helpers below in the order they are called
      'no-use-before-define': 'off',
      'ts/method-signature-style': 'off', // interfaces of objects with behaviour read as methods
    },
  },
  {
    name: 'parley/compiled',
    files: ['{src,test}/**/*.{ts,vue}'],
    rules: {
      'ts/no-redeclare': 'off', // the compiler finds them
      'unused-imports/no-unused-imports': 'off', // the same
      'unused-imports/no-unused-vars': 'off', // the same
    },
  },
  {
    name: 'parley/programs',
    files: ['test/agents/**/*.ts', 'test/tools/**/*.ts'],
    rules: {
      'no-new': 'off', // a scripted agent is a program that consists of one object
      'no-throw-literal': 'off', // agents answer with whatever they like
    },
  },
  {
    name: 'parley/vue',
    files: ['**/*.vue'],
    rules: {
      'vue/singleline-html-element-content-newline': 'off', // inline text stays inline
      'vue/no-v-html': 'error',
      'vue/require-default-prop': 'off', // props are typed: an optional one is undefined
      'vue/html-self-closing': ['error', { html: { void: 'always' } }],
    },
  },
)
