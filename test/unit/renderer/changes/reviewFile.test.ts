import type { Review } from '../../../../src/renderer/components/changes/review'
// @vitest-environment happy-dom
import type { ChangeList } from '../../../../src/shared/changes/change'
import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { beforeEach, describe, expect, it } from 'vitest'
import { nextTick, shallowReactive, shallowRef } from 'vue'
import { useComments } from '../../../../src/renderer/components/changes/comments/useComments'
import { appendRejection } from '../../../../src/renderer/components/changes/decide/rejectedText'
import { useDeciding } from '../../../../src/renderer/components/changes/decide/useDeciding'
import { useRejected } from '../../../../src/renderer/components/changes/decide/useRejected'
import ReviewFile from '../../../../src/renderer/components/changes/file/ReviewFile.vue'
import { provideReview } from '../../../../src/renderer/components/changes/review'
import { type Changes, useChanges } from '../../../../src/renderer/components/changes/useChanges'
import { provideHost } from '../../../../src/renderer/composables/host/useHost'
import { type Draft, provideDrafts, useDraft } from '../../../../src/renderer/composables/useDrafts'
import { provideProblems } from '../../../../src/renderer/composables/useProblems'
import { computeHunks } from '../../../../src/shared/changes/hunks'
import { quoteBlock } from '../../../../src/shared/thread/text/quotes'
import { ChangesHost, type StandInFile } from '../../../tools/gallery/changes/changesHost'
import { hostStandIn } from '../hostStandIn'

beforeEach(() => localStorage.clear())

const path = '/w/a.ts'
const before = Array.from({ length: 30 }, (_, index) => `line ${index + 1}\n`).join('')
const after = before.replace('line 5\n', 'five\n').replace('line 20\n', 'twenty\n')
const named = { threadId: 't', title: 'T', agentId: 'a', agentName: 'Agent', folder: '/w', additionalFolders: [] }
const thread = { ...named, createdAt: 0, updatedAt: 0, rank: 0 }

/** A review of one file. */
async function openReview(file: Partial<StandInFile> = {}) {
  const host = new ChangesHost({ [path]: { before, after, by: ['asked'], state: 'pending', ...file } })
  let draft: Draft | undefined
  let review: Review | undefined
  const inner = {
    components: { ReviewFile },
    setup() {
      draft = useDraft('t')
      const getSummary = () => ({ ...thread, activity: { state: 'ready' as const }, waiting: 0 })
      const changes = useChanges('t', () => ({}))
      review = {
        thread: getSummary,
        range: () => ({}),
        widen: (to, at) => host.requests.push(`${to} at ${at}`),
        changes,
        comments: useComments(getSummary, () => false),
        deciding: useDeciding({ threadId: 't', range: () => ({}), changes, rejected: useRejected('t') }),
        layout: shallowRef('unified'),
        takesAnswers: shallowRef(true),
        place: shallowRef(),
        shown: shallowReactive(new Map()),
        folded: shallowRef(new Set()),
      }
      provideReview(review)
      return { list: changes.list }
    },
    template: '<ReviewFile v-if="list" :file="list.files[0]" />',
  }
  const view = mount({ components: { inner }, setup: () => {
    provideHost(host.connection)
    provideDrafts()
    provideProblems()
  }, template: '<inner />' }, { attachTo: document.body })
  await flushPromises()
  return { host, view, review: review!, draft: draft! }
}

function attachRejection(text: string): Draft['attachments']['value'][number] {
  return { id: 'rejected-changes', name: 'r', size: 1, content: quoteBlock('selection', 'r', text) }
}
function findButtons(view: Pick<VueWrapper, 'findAll'>, name: string) {
  return view.findAll('button').filter(button => button.text() === name)
}
function listRejected({ attachments }: Draft) {
  return attachments.value.map(({ name, content }) =>
    [name, content.type === 'resource' && 'text' in content.resource && content.resource.text])
}

describe('a reviewed file', () => {
  it('can be kept hunk by hunk, and says when nothing is pending', async () => {
    const { host, view } = await openReview()
    expect(view.findAll('[data-hunk]').map(hunk => hunk.attributes('aria-label'))).toEqual(['Hunk 1 of 2, line 5', 'Hunk 2 of 2, line 20'])
    await findButtons(view, 'Keep hunk')[1]!.trigger('click')
    await flushPromises()
    expect(host.files.get(path)).toMatchObject({ state: 'partly', after, before: before.replace('line 20\n', 'twenty\n') })
    expect(view.findAll('[data-hunk]')).toHaveLength(1)
    await findButtons(view, 'Keep file')[0]!.trigger('click')
    await flushPromises()
    expect(view.text()).toContain('Nothing left to decide in this file.')
    expect(view.text()).toContain('Kept')
    view.unmount()
  })

  it('reports rejections with the next message unless they are undone first', async () => {
    const { view, review, draft } = await openReview()
    await findButtons(view, 'Reject hunk')[0]!.trigger('click')
    await flushPromises()
    expect(listRejected(draft))
      .toEqual([['Rejected changes: 1', expect.stringContaining('- /w/a.ts, line 5:\n    -line 5\n    +five')]])
    await findButtons(view, 'Reject file')[0]!.trigger('click')
    await flushPromises()
    expect(listRejected(draft)[0]![0]).toBe('Rejected changes: 2')
    review.deciding.undo()
    await flushPromises()
    expect(listRejected(draft)[0]![0]).toBe('Rejected changes: 1')
    view.unmount()
  })

  it('rejects a decision about outdated text, and shows the current text', async () => {
    const { host, view, review, draft } = await openReview()
    host.files.get(path)!.after = `${after}more\n`
    await findButtons(view, 'Reject file')[0]!.trigger('click')
    await flushPromises()
    expect(review.deciding.skipped.value).toMatchObject([{ path, why: 'stale' }])
    expect(view.findAll('[data-hunk]')).toHaveLength(3)
    expect(draft.attachments.value).toEqual([])
    view.unmount()
  })

  it('has no hunk buttons if it is only decided as a whole, and none at all if the agent did not change it', async () => {
    const whole = await openReview({ before: null, more: { isWhole: true } })
    expect([findButtons(whole.view, 'Keep hunk').length, findButtons(whole.view, 'Keep file').length]).toEqual([0, 1])
    whole.review.shown.get(path)!.decide('keep', 0) // as a key on its hunk does
    await flushPromises()
    expect(whole.view.find('[data-state=kept]').exists()).toBe(true)
    whole.view.unmount()
    const { view } = await openReview({ by: ['you'], state: undefined })
    expect(view.findAll('[data-answer]')).toHaveLength(0)
    view.unmount()
  })

  it('offers a wider review if it changed later, and decision keys focus that button', async () => {
    const { host, view, review } = await openReview({ texts: { past: 'since' } })
    expect(view.findAll('[data-answer]')).toHaveLength(0)
    host.requests.length = 0
    review.shown.get(path)!.decide('keep', 0)
    const [button] = findButtons(view, 'Review it since this message')
    expect([document.activeElement, host.requests]).toEqual([button!.element, []])
    await button!.trigger('click')
    expect(host.requests).toEqual([`since at ${path}`])
    view.unmount()
    const decided = await openReview({ state: 'kept', texts: { past: 'since' } })
    expect(decided.view.text()).toContain('Changed again in a later turn. Nothing left to decide.')
    expect(decided.view.find('[data-widen]').exists()).toBe(false)
    decided.view.unmount()
  })

  it('shows decided hunks in place, folded, and undoes each alone', async () => {
    const texts = {
      decided: [
        { state: 'kept' as const, key: 'o', hunks: computeHunks(after.replace('five', 'line 5'), after) },
        { state: 'rejected' as const, key: 'w', hunks: computeHunks(after, after.replace('line 28', 'rejected')) },
      ],
    }
    const { host, view, draft } = await openReview({ before: before.replace('line 5\n', 'five\n'), state: 'partly', texts })
    draft.attachments.value = [attachRejection(appendRejection(undefined, [{ path, what: 'line 27:\n-line 28\n+rejected' }]))]
    const groups = view.findAll('[role=group]').map(group => group.attributes('aria-label')).slice(1)
    expect(groups).toEqual(['Hunk 1 of 3, line 5, Kept', 'Hunk 2 of 3, line 20', 'Hunk 3 of 3, line 28, Rejected'])
    expect(view.text()).not.toContain('rejected\n')
    await view.get('button[aria-label="Show hunk 3"]').trigger('click')
    expect(view.get('[data-state=rejected]').text()).toContain('line 28')
    await findButtons(view, 'Undo')[1]!.trigger('click')
    await flushPromises()
    expect(host.requests).toContain(`undo rejected 0 of ${path}`)
    expect(draft.attachments.value).toEqual([])
    view.unmount()
  })

  it('offers a choice for lines also changed by others, but no decision keys', async () => {
    const shared = [{ hunks: [1], agents: 'zwanzig\n', others: 'twenty\n' }]
    const { host, view, review } = await openReview({ by: ['asked', 'outside'], texts: { shared }, more: { isShared: true } })
    expect([findButtons(view, 'Keep hunk').length, findButtons(view, 'Keep both').length]).toEqual([1, 1])
    expect(view.get('[data-version=agents]').text()).toContain('zwanzig')
    host.requests.length = 0
    review.shown.get(path)!.decide('reject', 1)
    expect(host.requests).toEqual([])
    await findButtons(view, 'Keep mine')[0]!.trigger('click')
    await flushPromises()
    expect(host.requests[0]).toBe('keep others of 1')
    view.unmount()
  })

  it('sends a comment on a line as a message with its location', async () => {
    const { host, view, review } = await openReview()
    await view.get('button[aria-label="Comment on line 20"]').trigger('click')
    await nextTick()
    await view.get('textarea').setValue('Why twenty?')
    await view.get('form').trigger('submit')
    expect(view.get('[role=note]').text()).toContain('Not sent yet')
    await review.comments.send()
    await flushPromises()
    expect(host.requests.at(-1)).toBe('send a.ts:20\n> twenty\n\nWhy twenty?')
    expect(view.find('[role=note]').exists()).toBe(false)
    view.unmount()
  })
})

describe('the list of changes', () => {
  it('is requested only once it is needed', async () => {
    const host = new ChangesHost({ [path]: { before, after, by: ['asked'], state: 'pending' } })
    const isTurnOpen = shallowRef(false)
    const inner = { setup: () => void useChanges('t', () => ({}), () => isTurnOpen.value), template: '<i />' }
    const view = mount({ components: { inner }, setup: () => provideHost(host.connection), template: '<inner />' })
    await flushPromises()
    expect(host.requests).toEqual([])
    isTurnOpen.value = true
    await flushPromises()
    expect(host.requests).toEqual(['list'])
    view.unmount()
  })

  it('is requested again until every countable line is counted', async () => {
    for (const counts of [[0, 1, 2], [0, 1, 1]]) {
      const answers = counts.map((counted): ChangeList => ({
        files: ['/a', '/b'].map((path, index) => ({ path, kind: 'added', by: ['asked'], ...index < counted && { added: 1 } })),
        ...counted < 2 && { isPartlyCounted: true },
        count: 2,
        reviewed: 2,
        pending: 2,
        marks: [],
      }))
      let asked = 0
      const { connection } = hostStandIn({ listChanges: () => answers[asked++] ?? expect.fail('asked once more') })
      let changes: Changes | undefined
      const inner = { setup: () => void (changes = useChanges('t', () => ({}))), template: '<i />' }
      const view = mount({ components: { inner }, setup: () => provideHost(connection), template: '<inner />' })
      await expect.poll(() => asked).toBe(3)
      await flushPromises()
      expect(changes?.list.value).toEqual(answers.at(-1))
      view.unmount()
    }
  })

  it('is requested once for a burst of changes', async () => {
    const { host, view } = await openReview()
    host.requests.length = 0
    for (let times = 0; times < 20; times++)
      host.changed()
    await expect.poll(() => host.requests.filter(request => request === 'list')).toHaveLength(1)
    view.unmount()
  })
})
