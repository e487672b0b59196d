/** Parley's icon for the browser's tab, as a `data:` address; with a dot while something waits for the person. */
export function pageIcon(waiting: number): string {
  const dot = waiting > 0 ? '<circle cx="11.5" cy="4.5" r="4.5" fill="#e69812" stroke="#fff"/>' : ''
  const mark = '<rect width="16" height="16" rx="4" fill="#a9bdf5"/><path d="M0 4a4 4 0 0 1 4-4h12L0 16z" fill="#3655cd"/>'
  return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${mark}${dot}</svg>`)}`
}
