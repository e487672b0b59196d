import { createApp } from 'vue'
import App from './App.vue'
import { HostLink } from './connect'
import { chooseChannel } from './openChannel'
import { report } from './report'
import '@fontsource-variable/inter/opsz.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import '@fontsource/noto-sans-math/latin.css'
import './styles/index.css'

// A file that misses its target would take the place of the page.
for (const type of ['dragover', 'drop'] as const)
  window.addEventListener(type, event => event.dataTransfer?.types.includes('Files') && event.preventDefault())

// Fetched at once, and not with the first letter: text that is being read does not change its width.
for (const family of ['Inter Variable', 'JetBrains Mono Variable'])
  document.fonts.load(`16px "${family}"`).catch(report)

const link = new HostLink(chooseChannel())
// A new address opened in this tab: a person who followed the advice does not wait for the next attempt.
window.addEventListener('hashchange', () => link.retry())
createApp(App, { link }).mount('#app')
