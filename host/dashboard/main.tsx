import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.js'
import './style/tokens.css'
import './style/base.css'
import './style/layout.css'
import './style/parts.css'
import './style/chart.css'

const place = document.getElementById('app')
if (!place) throw new Error('The page has no place for the application.')
createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>
)
