/** Starts the page. */
import './page.css'
import { render } from 'preact'
import { App } from './app.tsx'
import { connect } from './live-feed.ts'
import { listenForShortcuts } from './shortcuts.ts'
import { applyTheme } from './theme.ts'

applyTheme()
listenForShortcuts()
render(<App />, document.getElementById('page') as HTMLElement)
void connect()
