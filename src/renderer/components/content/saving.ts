import type { HostClient } from '../../../shared/contract/contract'
import { inject, type InjectionKey, provide } from 'vue'
import { detectFileType } from '../../../shared/files/checkedType'
import { getSaveName } from '../../../shared/files/fileNames'
import { useProblems } from '../../composables/useProblems'
import { decodeBase64 } from '../../text/base64'
import { contentWords } from './words'

const { saving: words } = contentWords

/** A file sent by an agent; `data` is base64. */
interface FileToSave {
  readonly name: string
  readonly data: string
}

type Save = (file: FileToSave) => void

const savingKey: InjectionKey<Save> = Symbol('saving')

/** Provides saving to descendants. The desktop shell asks for a place; a browser uses its downloads folder. */
export function provideSaving({ host, shell }: { host: HostClient, shell: () => 'desktop' | 'web' | undefined }): void {
  const problems = useProblems()
  provide(savingKey, file => problems.start(words.failed, async () => {
    if (shell() === 'desktop')
      await host.saveFile(file)
    else
      download(file)
  }))
}

/** `undefined` without a provider. */
export function useSaving(): Save | undefined {
  return inject(savingKey, undefined)
}

function download({ name, data }: FileToSave): void {
  const bytes = decodeBase64(data)
  if (!bytes)
    throw new Error(words.notReadable)
  // Browsers never open this type by themselves.
  const url = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }))
  const link = document.createElement('a')
  link.href = url
  link.download = getSaveName(name, detectFileType(bytes))
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000) // long enough for the browser to read it
}
