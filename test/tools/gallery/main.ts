import { createApp } from 'vue'
import GalleryPage from './GalleryPage.vue'
import '../../../src/renderer/styles/index.css'

createApp(GalleryPage).mount('#app')
