/** A section about which branch follows which, as `git push -u` writes it: it says nothing about what runs. */
const branch
  = /^\[branch "[\w./-]+"\]\n(?:\t(?:remote|merge|rebase|vscode-merge-base|github-pr-owner-number) = [\w./:"#-]+\n)+(?=\[|(?![\s\S]))/gm

/** Git's settings without what git changes in everyday work. */
export function plainConfig(text: string): string {
  return text.replace(branch, '')
}
