// @vitest-environment happy-dom
import { LoaderCircle } from '@lucide/vue'
import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import PlanList from '../../../src/renderer/components/plan/PlanList.vue'

it('a step left unfinished is not shown as in progress', () => {
  const entries = [{ content: 'Mend it', status: 'in_progress', priority: 'medium' }] as const
  const showsLoader = (isAbandoned: boolean) =>
    mount(PlanList, { props: { entries, isAbandoned } }).findComponent(LoaderCircle).exists()
  expect([showsLoader(false), showsLoader(true)]).toEqual([true, false])
})
