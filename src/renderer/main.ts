import { createApp } from 'vue'
import App from './App.vue'
import { chooseChannel, HostLink } from './connect'
import './styles/tokens.css'
import './styles/base.css'

createApp(App, { link: new HostLink(chooseChannel()) }).mount('#app')
