import { defineConfig } from 'oxlint'

/** The rules that need types. A configuration of their own: `scripts/lintComponents.mjs` asks for them alone. */
export default defineConfig({
  plugins: ['typescript'],
  categories: { correctness: 'off' },
  options: { typeAware: true },
  rules: {
    // `void` would hide a failure as well as a missing `await` does.
    'typescript/no-floating-promises': ['error', { ignoreVoid: false }],
    // A listener that returns a promise is checked where it is written, by the rule above.
    'typescript/no-misused-promises': ['error', { checksVoidReturn: { arguments: false, attributes: false } }],
    // Values from an agent may be anything: there a `default` is the missing case.
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'typescript/await-thenable': 'error',
    'typescript/no-unnecessary-type-assertion': 'error',
  },
})
