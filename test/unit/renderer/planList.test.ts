// @vitest-environment happy-dom
import { LoaderCircle } from '@lucide/vue'
import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import PlanList from '../../../src/renderer/components/plan/PlanList.vue'

it('a step left unfinished does not look as if it were in progress', () => {
  const entries = [{ content: 'Mend it', status: 'in_progress', priority: 'medium' }] as const
  const works = (isLeft: boolean) => mount(PlanList, { props: { entries, isLeft } }).findComponent(LoaderCircle).exists()
  expect([works(false), works(true)]).toEqual([true, false])
})
