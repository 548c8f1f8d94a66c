import { useState } from 'react'

/** What a user can choose; `system` follows the operating system. */
export const themes = ['system', 'light', 'dark'] as const

type Theme = (typeof themes)[number]

const storedAs = 'theme'

/** The theme that was chosen in this browser. */
function chosenTheme(): Theme {
  const stored = localStorage.getItem(storedAs)
  return themes.find(theme => theme === stored) ?? 'system'
}

/** Shows the pages in the theme that was chosen in this browser. */
export function applyTheme(theme: Theme = chosenTheme()): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

/** Chooses the theme of this browser. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(storedAs)
  else localStorage.setItem(storedAs, theme)
  applyTheme(theme)
}

/** A choice between light, dark and what the system has. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(chosenTheme)
  return (
    <label className="theme">
      <span className="quiet">Theme</span>
      <select
        value={theme}
        onChange={event => {
          const next = themes.find(each => each === event.target.value) ?? 'system'
          chooseTheme(next)
          setTheme(next)
        }}
      >
        <option value="system">System</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </select>
    </label>
  )
}
