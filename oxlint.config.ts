import stylistic from '@stylistic/eslint-plugin'
import regexp from 'eslint-plugin-regexp'
import { defineConfig } from 'oxlint'
import typed from './oxlint.types.ts'

// Scripts, those of components too. eslint.config.js has the rules for templates.
export default defineConfig({
  extends: [typed],
  plugins: ['eslint', 'import', 'node', 'oxc', 'promise', 'typescript', 'unicorn', 'vitest', 'vue'],
  jsPlugins: [
    '@stylistic/eslint-plugin',
    'eslint-plugin-antfu',
    'eslint-plugin-perfectionist',
    { name: 'eslint-js', specifier: 'oxlint-plugin-eslint' },
  ],
  options: { typeAware: true },
  categories: { correctness: 'error' },
  ignorePatterns: ['test/fixtures', 'test/tools/fuzz/corpus'],
  rules: {
    // Not correctness here.
    'no-control-regex': 'off', // terminals and hostile text are our subject
    'no-unused-vars': 'off', // the compiler finds them
    'import/default': 'off', // cannot resolve Vite's `?worker&url`
    'typescript/no-base-to-string': 'off', // text from agents and sockets is converted as it comes
    'typescript/no-meaningless-void-operator': 'off', // `() => void f()` says that the result is not used
    'typescript/no-misused-spread': 'off', // code points are what is wanted
    'typescript/no-useless-default-assignment': 'off', // knows nothing of noUncheckedIndexedAccess
    'typescript/restrict-template-expressions': 'off', // the same as no-base-to-string
    'typescript/triple-slash-reference': 'off', // declarations for packages without types
    'typescript/unbound-method': 'off', // interfaces of objects with behaviour read as methods
    'unicorn/no-thenable': 'off', // `then` is a fine name for what follows
    'unicorn/no-useless-spread': 'off', // a copy may be needed while the original changes
    // Tests expect in helpers and loops, with a message for each case.
    'vitest/expect-expect': 'off',
    'vitest/no-conditional-expect': 'off',
    'vitest/no-standalone-expect': 'off',
    'vitest/require-awaited-expect-poll': 'off', // no-floating-promises asks the types
    'vitest/require-mock-type-parameters': 'off',
    'vitest/require-to-throw-message': 'off',
    'vitest/valid-expect': 'off',
    'vitest/valid-title': 'off',

    // Mistakes that are none of correctness.
    'accessor-pairs': 'error',
    'array-callback-return': 'error',
    'default-case-last': 'error',
    'eqeqeq': ['error', 'smart'],
    'new-cap': ['error', { capIsNew: false }],
    'no-alert': 'error',
    'no-case-declarations': 'error',
    'no-empty': 'error',
    'no-extend-native': 'error',
    'no-fallthrough': 'error',
    'no-implied-eval': 'error',
    'no-labels': 'error',
    'no-new': 'error',
    'no-new-func': 'error',
    'no-new-wrappers': 'error',
    'no-proto': 'error',
    'no-prototype-builtins': 'error',
    'no-restricted-globals': ['error', 'global', 'self'],
    'no-self-compare': 'error',
    'no-sequences': 'error',
    'no-throw-literal': 'error',
    'no-unexpected-multiline': 'error',
    'no-unreachable-loop': 'error',
    'no-unused-expressions': ['error', { allowShortCircuit: true, allowTernary: true, allowTaggedTemplates: true }],
    'prefer-promise-reject-errors': 'error',
    'symbol-description': 'error',
    'unicode-bom': 'error',
    'import/no-mutable-exports': 'error',
    'node/handle-callback-err': ['error', '^(err|error)$'],
    'typescript/ban-ts-comment': ['error', { 'ts-expect-error': 'allow-with-description' }],
    'typescript/no-empty-object-type': ['error', { allowInterfaces: 'always' }],
    'typescript/no-namespace': 'error',
    'typescript/no-non-null-asserted-nullish-coalescing': 'error',
    'typescript/no-require-imports': 'error',
    'typescript/no-unsafe-function-type': 'error',
    'unicorn/no-abusive-eslint-disable': 'error',
    'unicorn/no-instanceof-builtins': 'error',
    'vitest/no-identical-title': 'error',
    'vitest/no-import-node-test': 'error',

    // One way to say it.
    'no-array-constructor': 'error',
    'no-extra-bind': 'error',
    'no-lone-blocks': 'error',
    'no-multi-str': 'error',
    'no-regex-spaces': 'error',
    'no-unneeded-ternary': ['error', { defaultAssignment: false }],
    'no-useless-call': 'error',
    'no-useless-computed-key': 'error',
    'no-useless-constructor': 'error',
    'no-useless-return': 'error',
    'no-var': 'error',
    'object-shorthand': ['error', 'always', { avoidQuotes: true }],
    'one-var': ['error', { initialized: 'never' }],
    'prefer-arrow-callback': 'error',
    'prefer-const': ['error', { destructuring: 'all', ignoreReadBeforeAssign: true }],
    'prefer-exponentiation-operator': 'error',
    'prefer-object-has-own': 'error',
    'prefer-regex-literals': ['error', { disallowRedundantWrapping: true }],
    'prefer-rest-params': 'error',
    'prefer-spread': 'error',
    'prefer-template': 'error',
    'yoda': 'error',
    'typescript/consistent-type-definitions': 'error',
    'typescript/dot-notation': 'error',
    'typescript/no-unnecessary-type-constraint': 'error',
    'unicorn/consistent-empty-array-spread': 'error',
    'unicorn/error-message': 'error',
    'unicorn/escape-case': 'error',
    'unicorn/new-for-builtins': 'error',
    'unicorn/number-literal-case': 'error',
    'unicorn/prefer-array-some': 'error',
    'unicorn/prefer-date-now': 'error',
    'unicorn/prefer-includes': 'error',
    'unicorn/prefer-node-protocol': 'error',
    'unicorn/prefer-regexp-test': 'error',
    'unicorn/prefer-type-error': 'error',
    'unicorn/throw-new-error': 'error',
    'vitest/consistent-test-it': ['error', { fn: 'it', withinDescribe: 'it' }],
    'vitest/prefer-hooks-in-order': 'error',
    'antfu/top-level-function': 'error',
    'eslint-js/no-restricted-syntax': [
      'error',
      {
        selector: 'ConditionalExpression > ConditionalExpression > ConditionalExpression',
        message: 'A ternary is nested at most once.',
      },
    ],

    // Imports.
    'import/consistent-type-specifier-style': ['error', 'prefer-top-level-if-only-type-imports'],
    'import/first': 'error',
    'import/newline-after-import': 'error',
    'import/no-duplicates': 'error',
    'import/no-named-default': 'error',
    'typescript/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
    'typescript/no-import-type-side-effects': 'error',
    'antfu/no-import-dist': 'error',
    'antfu/no-import-node-modules-by-path': 'error',
    'perfectionist/sort-exports': ['error', { type: 'natural' }],
    'perfectionist/sort-imports': [
      'error',
      {
        type: 'natural',
        newlinesBetween: 'ignore',
        newlinesInside: 'ignore',
        groups: [
          'type-import',
          ['type-parent', 'type-sibling', 'type-index', 'type-internal'],
          'value-builtin',
          'value-external',
          'value-internal',
          ['value-parent', 'value-sibling', 'value-index'],
          'side-effect',
          'ts-equals-import',
          'unknown',
        ],
      },
    ],
    'perfectionist/sort-named-exports': ['error', { type: 'natural' }],
    'perfectionist/sort-named-imports': ['error', { type: 'natural' }],

    // Layout.
    ...stylistic.configs.customize({ jsx: false }).rules,
    '@stylistic/comma-style': 'off', // slow, and nobody writes a comma first
    '@stylistic/max-len': ['error', { code: 140 }], // new lines: 120, see test/architecture.test.ts
    '@stylistic/max-statements-per-line': ['error', { max: 1 }],
    '@stylistic/no-extra-parens': 'off', // slow, and about function expressions, which are not written here
    '@stylistic/no-mixed-operators': [
      'error',
      { groups: [['&&', '||'], ['in', 'instanceof']], allowSamePrecedence: false },
    ],
    '@stylistic/nonblock-statement-body-position': ['error', 'below'],
    'antfu/consistent-chaining': 'error',
    'antfu/consistent-list-newline': 'error',
    'antfu/curly': 'error',
    'antfu/if-newline': 'error',
  },
  overrides: [
    {
      // Expressions that meet what agents send. Those of tests would take as long to check.
      files: ['src/**'],
      jsPlugins: ['eslint-plugin-regexp'],
      rules: {
        ...regexp.configs['flat/recommended'].rules,
        'no-control-regex': 'off',
        'regexp/confusing-quantifier': 'off', // a matter of taste
        'regexp/no-control-character': 'off', // terminals and hostile text are our subject
        'regexp/no-obscure-range': 'off', // escape sequences are defined by such ranges
      },
    },
    {
      files: ['**/*.{js,mjs}'],
      env: { node: true },
      rules: {
        // No compiler reads them.
        'no-redeclare': 'error',
        'no-undef': 'error',
        'no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
        'typescript/no-floating-promises': 'off',
        'typescript/no-misused-promises': 'off',
      },
    },
    {
      files: ['test/agents/**', 'test/tools/**'],
      rules: {
        'no-new': 'off', // a scripted agent is a program that consists of one object
        'no-throw-literal': 'off', // agents answer with whatever they like
        // A rejection ends such a program, and the test sees that.
        'typescript/no-floating-promises': ['error', { ignoreVoid: true }],
      },
    },
  ],
})
