import type { Component } from 'vue'
import { File, FileCode, FileImage, FileText, SquareTerminal } from '@lucide/vue'

const iconsByEnding: readonly (readonly [icon: Component, endings: RegExp])[] = [
  [SquareTerminal, /\.(?:sh|bash|zsh|fish|ps1|bat|cmd)$/i],
  [FileImage, /\.(?:png|jpe?g|gif|webp|avif|svg|ico|bmp)$/i],
  [
    FileText,
    /\.(?:md|mdx|txt|rst|adoc|log|pdf|json5?|ya?ml|toml|ini|csv|lock|xml)$|^(?:readme|licen[cs]e|changelog)\b/i,
  ],
  [FileCode, /[^/\\]\.\w{1,12}$/],
]

/** Icon for a file name. */
export function getFileIcon(name: string): Component {
  return name.startsWith('.') ? FileText : iconsByEnding.find(([, endings]) => endings.test(name))?.[0] ?? File
}
