import { createApp } from 'vue'
import GalleryPage from './GalleryPage.vue'
import '@fontsource-variable/inter/opsz.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import '../../../src/renderer/styles/index.css'

createApp(GalleryPage).mount('#app')
