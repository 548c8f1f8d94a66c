import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followOtherTabs } from './api/account.js'
import { App } from './app.js'
import { applyTheme } from './theme.js'

const root = document.getElementById('app')
if (!root) throw new Error('The page has no element with the id "app".')
applyTheme()
followOtherTabs()
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>
)
