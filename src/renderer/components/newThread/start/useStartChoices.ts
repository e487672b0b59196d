import type { HostGreeting } from '../../../../shared/contract/hostGreeting'
import { computed, shallowRef, watch } from 'vue'
import { useKeptText } from '../../../composables/useKeptText'
import { useLastText } from '../../../composables/useLastChoices'
import { firstPlace } from '../folder/firstPlace'
import { type LeftChoices, leftChoices } from '../leftChoices'
import { type AgentChoices, useChosenAgent } from '../useChosenAgent'

/** What the choices start from. */
interface StartFrom extends Omit<AgentChoices, 'preselected'> {
  /** Folders of other threads, latest first. */
  readonly recent: readonly string[]
  readonly preselect: HostGreeting['preselect']
  /** What is chosen and not started yet is there again when the form, the page or the host is. */
  readonly isKept: boolean
}

/** Whom a new thread is with, and where: as the person left it, otherwise as it is likeliest meant. */
export function useStartChoices(from: () => StartFrom) {
  const { continued, preselect, recent, isKept } = from()
  const last = useLastText('lastFolder').value
  const { isScratch, folder } = firstPlace({ continued, preselected: preselect.folder, last, recent })
  const place = computed(() => isScratch.value ? undefined : folder.value)
  const additionalFolders = shallowRef<readonly string[]>(continued?.additionalFolders ?? [])
  const { agent, picked, remember } = useChosenAgent(() => ({ ...from(), preselected: from().preselect.agentId }))
  const forget = isKept ? keep() : () => undefined

  function keep(): () => void {
    const kept = useKeptText('home.choices')
    // Who starts Parley for another folder or agent means those.
    const given = JSON.stringify(preselect)
    const now = computed((): LeftChoices => ({
      given,
      agentId: picked.value,
      folder: folder.value,
      isScratch: isScratch.value,
      additional: additionalFolders.value,
    }))
    let isForgotten = false
    watch(kept, (text) => {
      const left = leftChoices(text)
      if (left?.given !== given || JSON.stringify(left) === JSON.stringify(now.value))
        return
      picked.value = left.agentId
      folder.value = left.folder
      isScratch.value = left.isScratch
      additionalFolders.value = left.additional
    }, { immediate: true })
    watch(now, (now) => {
      if (!isForgotten)
        kept.value = JSON.stringify(now)
    })
    return () => {
      isForgotten = true
      kept.value = ''
    }
  }

  return { agent, picked, remember, isScratch, folder, place, additionalFolders, forget }
}
