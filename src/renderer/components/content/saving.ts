import type { HostClient } from '../../../shared/contract/contract'
import { inject, type InjectionKey, provide } from 'vue'
import { checkedType } from '../../../shared/files/checkedType'
import { nameToSave } from '../../../shared/files/fileNames'
import { useProblems } from '../../composables/useProblems'
import { bytesOfBase64 } from '../../text/base64'
import { contentWords } from './words'

const { saving: words } = contentWords

/** A file that an agent sent; `data` is base64. */
interface FileToSave {
  readonly name: string
  readonly data: string
}

type Save = (file: FileToSave) => void

const savingKey: InjectionKey<Save> = Symbol('saving')

/** Lets the components below save files: the desktop asks where, a browser puts them where it puts all others. */
export function provideSaving({ host, shell }: { host: HostClient, shell: () => 'desktop' | 'web' | undefined }): void {
  const problems = useProblems()
  provide(savingKey, file => problems.start(words.failed, async () => {
    if (shell() === 'desktop')
      await host.saveFile(file)
    else
      download(file)
  }))
}

/** `undefined` where there is no host to save with. */
export function useSaving(): Save | undefined {
  return inject(savingKey, undefined)
}

function download({ name, data }: FileToSave): void {
  const bytes = bytesOfBase64(data)
  if (!bytes)
    throw new Error(words.notReadable)
  // Of no type that a browser would open by itself.
  const url = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }))
  const link = document.createElement('a')
  link.href = url
  link.download = nameToSave(name, checkedType(bytes))
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000) // by then it has been read
}
