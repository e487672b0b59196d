// What styles may say: tokens, and shapes of their own. Colours, sizes and durations stand in src/renderer/styles and nowhere else.
const sides = '(?:-(?:block|inline))?(?:-(?:start|end))?'
const keywords = '(?:inherit|initial|unset|none|normal|auto|transparent|currentcolor)'
// System colours are for forced-colors.
const system = '(?:Highlight|ButtonText|CanvasText|Canvas|LinkText|GrayText)'
const tokenOnly = `/^(?:var\\(--|light-dark\\(var|color-mix\\(|${keywords}$|${system}$)/i`
const sized = `/^(?:var\\(--|calc\\(|${keywords}$|-?[\\d.]+(?:em|%)|0$)/`
const message = 'Use a token of src/renderer/styles/tokens.css'

/** @type {import('stylelint').Config} */
export default {
  overrides: [
    { files: ['**/*.vue'], customSyntax: 'postcss-html' },
    {
      files: ['src/renderer/styles/{tokens,themes}.css'],
      rules: { 'color-no-hex': null, 'function-disallowed-list': null },
    },
  ],
  rules: {
    'block-no-empty': true,
    'color-named': 'never',
    'color-no-hex': [true, { message }],
    'declaration-block-no-duplicate-properties': true,
    'declaration-block-no-shorthand-property-overrides': true,
    'declaration-no-important': true,
    'declaration-property-unit-disallowed-list': [
      {
        [`/^(?:padding|margin)${sides}$/`]: ['px', 'rem'],
        '/^(?:gap|row-gap|column-gap)$/': ['px', 'rem'],
        '/^(?:font|font-size|line-height|border-radius)$/': ['px', 'rem'],
        '/^(?:transition|animation)(?:-duration)?$/': ['ms', 's'],
      },
      { message },
    ],
    'declaration-property-value-allowed-list': [
      {
        '/^(?:.*-)?color$/': [tokenOnly],
        '/^(?:fill|stroke)$/': [tokenOnly],
        'font-size': [sized],
        'font-family': [tokenOnly],
        'font-weight': [tokenOnly],
        // A share of the text's own size is a shape, not a size.
        'line-height': ['/^(?:var\\(--|calc\\(|max\\(|normal$|inherit$|[\\d.]+$)/'],
        'z-index': ['/^var\\(--/', '0', '1', '-1', 'auto'],
      },
      { message },
    ],
    'function-disallowed-list': [['rgb', 'rgba', 'hsl', 'hsla', 'hwb', 'lab', 'lch', 'oklab', 'oklch', 'color'], { message }],
    'property-no-unknown': true,
    'unit-no-unknown': true,
  },
}
