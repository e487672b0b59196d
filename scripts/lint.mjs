// npm run lint: the whole project, or the files that are named. Oxlint decides what needs types, Stylelint that
// styles use tokens, ESLint all else.
import process from 'node:process'
import { runSteps, summarize } from './runSteps.mjs'

const named = process.argv.slice(2)
const isWhole = named.length === 0
const sources = isWhole ? ['src', 'test'] : named.filter(path => /^(?:src|test)\/.*\.ts$/.test(path))
const components = named.filter(path => path.endsWith('.vue'))
const styled = isWhole ? ['"src/renderer/**/*.{vue,css}"'] : named.filter(path => /^src\/renderer\/.*\.(?:vue|css)$/.test(path))

const cached = '--max-warnings 0 --no-warn-ignored --cache --cache-location node_modules/.cache/eslint/'
// One worker: a second one spends a quarter more on reading all rules anew, and is no sooner done.
const whole = '--concurrency off .'
summarize(await runSteps([[
  ...sources.length === 0 ? [] : [{ name: 'typed rules', command: `oxlint ${sources.join(' ')}` }],
  ...isWhole || components.length > 0 ? [{ name: 'components', command: `node scripts/lintComponents.mjs ${components.join(' ')}` }] : [],
  ...styled.length === 0 ? [] : [{ name: 'styles', command: `stylelint ${styled.join(' ')}` }],
  { name: 'other rules', command: `eslint ${cached} ${isWhole ? whole : named.join(' ')}` },
]]))
