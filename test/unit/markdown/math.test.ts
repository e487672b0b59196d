// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { describe, expect, it, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import MarkdownText from '../../../src/renderer/markdown/MarkdownText.vue'
import { MathDrawer, provideMath } from '../../../src/renderer/markdown/math/mathDrawer'
import { StreamingMarkdown } from '../../../src/renderer/markdown/streamingMarkdown'

/** The formulas found, with `!` for display formulas. */
function findFormulas(text: string): string[] {
  const found: string[] = []
  new StreamingMarkdown((tex, isDisplay) => {
    found.push(isDisplay ? `${tex}!` : tex)
    return ''
  }).update(text)
  return found
}

// happy-dom has no standards mode, of which KaTeX warns once.
vi.spyOn(console, 'warn').mockImplementation(() => undefined)

async function loadDrawer(): Promise<MathDrawer> {
  const drawer = new MathDrawer()
  drawer.draw('x', false)
  await expect.poll(() => drawer.isReady).toBe(true)
  return drawer
}

describe('formulas', () => {
  it('are recognized as GitHub, LaTeX and models write them', () => {
    expect(findFormulas('So $x^2$, \\(y_1\\), $$z$$ and \\[w\\].')).toEqual(['x^2', 'y_1', 'z!', 'w!'])
    const display = '$$\na\n+ b\n\n- c\n$$\n\n\\[\nd\n\\]\n\n```math\ne\n```'
    expect(findFormulas(display)).toEqual(['a\n+ b\n\n- c!', 'd!', 'e!'])
    expect(findFormulas('- so\n  $$\n  a\n  $$\n- $b$')).toEqual(['a!', 'b'])
  })

  it('are recognized even if they look like code', () => {
    const formulas = ['f(x) = (a, b)', '|x|', '{x}^2', '-1', '.5', 'a \\in [0, 1)', '(x, y)', '\\{a\\}', '(a+b)^2', 'x\'']
    for (const tex of formulas)
      expect(findFormulas(`So $${tex}$, and`), tex).toEqual([tex])
  })

  it.each([
    'It costs $5 and then $10.',
    'From $5-$10',
    'Set $HOME/$USER or $PATH, then $SHELL.',
    'US$ or A$',
    'In `$a$` and ```$b$```',
    '`echo $A` or `$B`',
    '\\$a$',
    '$one word and another$',
    '$$ is the pid of the shell',
    'kill $$; echo $$',
    'Set ${HOST}:${PORT} first, ${x}, ${y}.',
    'Use $(pwd)/$(date) as the name.',
    'jQuery: $(".a"),$(".b") and $.a,$.b differ.',
    'PHP: $a->b, $c; and $_GET["x"],$_POST["y"]',
    'Makefile: $@ and $< and $^, $#,$@',
    '/foo+$/ and /\\w+$/, ^\\d+$|^\\w+$',
    '${HOME} costs 5$.',
    '($5)/($6), [$5,$7]',
    '@{$x},@{$y} "$a"."$b"',
    'C:\\(x',
    '```math\nnot closed yet',
  ])('are not recognized in prices, variables and code: %s', (text) => {
    expect(findFormulas(text)).toEqual([])
  })

  it('are shown as source until KaTeX is loaded, and if they are invalid', async () => {
    const wrapper = mount(defineComponent({
      setup: () => {
        provideMath()
        return () => h(MarkdownText, { text: 'First $a<b$.\n\nThen $\\frac{1}$.' })
      },
    }))
    expect(wrapper.text()).toContain('First $a<b$.')
    await expect.poll(() => wrapper.find('math').exists()).toBe(true)
    expect(wrapper.find('math').text()).toBe('a<b')
    expect(wrapper.text()).toContain('Then $\\frac{1}$.')
  })

  it('contain no links, styles, classes or pictures', async () => {
    const { draw } = await loadDrawer()
    const hostile = [
      '\\href{https://evil.example}{x}',
      '\\url{javascript:alert(1)}',
      '\\includegraphics{https://evil.example/x.png}',
      '\\htmlStyle{position:fixed}{x}',
      '\\htmlClass{permission}{x}',
      '\\htmlData{a=b}{x}',
      '\\text{<img src=x onerror=alert(1)>}',
    ]
    for (const tex of hostile) {
      const html = draw(tex, true) ?? ''
      expect(html).not.toMatch(/<(?:a|img|span (?!class="katex"))\b|<[^>]*\b(?:href|style|src|data-\w+)=/)
    }
  })

  it('with misleading characters are shown as source, with these characters written out', async () => {
    const { draw } = await loadDrawer()
    const misleading = ['\\text{\u202Emoc.elgoog}', '\\operatorname{a\u200Bb}', 'x\u{E0041}', '\\char"202E x', '\\text{\\char`\u202E}']
    expect(misleading.map(tex => draw(tex, false))).toEqual(misleading.map(() => undefined))
    expect(new StreamingMarkdown(draw).update('[$\\text{\u202Emoc.elgoog}$](https://evil.example)')).toMatchObject([
      { html: expect.stringContaining('⟨U+202E⟩moc.elgoog') as string },
    ])
    expect(draw('a\n+ \\chi_\u00E9 \u2264 \\text{größer}', true)).toBeDefined()
  })

  it('that would take long to draw are shown as source', async () => {
    const { draw } = await loadDrawer()
    const bombs = [
      `${'\\sqrt{'.repeat(100)}x${'}'.repeat(100)}`,
      `\\def\\a{${'x'.repeat(200)}}\\def\\b{\\a\\a\\a\\a\\a\\a\\a\\a\\a\\a}${'\\b'.repeat(40)}`,
      '\\def\\a{\\a\\a}\\a',
    ]
    expect(bombs.map(tex => draw(tex, true))).toEqual(bombs.map(() => undefined))
    expect(findFormulas(`$${'x+'.repeat(1_000)}x$`)).toEqual([])
  })
})
