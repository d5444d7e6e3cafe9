/** Starts the page. */
import './page.css'
import { render } from 'preact'
import { chartCss } from '../report/chart/chart-svg.ts'
import { colorsCss } from '../report/colors.ts'
import { watchKeys } from '../report/sequence/interaction.ts'
import { detailsCss, sequenceCss } from '../report/sequence/style.ts'
import { App } from './app.tsx'
import { connect } from './live-feed.ts'
import { listenForShortcuts } from './shortcuts.ts'
import { applyTheme } from './theme.ts'

/** The style that the page shares with story files and reports. */
const sharedStyle = new CSSStyleSheet()
sharedStyle.replaceSync([colorsCss, sequenceCss, detailsCss, chartCss].join('\n'))
document.adoptedStyleSheets = [sharedStyle]

applyTheme()
listenForShortcuts()
watchKeys()
render(<App />, document.getElementById('page') as HTMLElement)
// Note: a task of its own, so that the page can paint before it.
setTimeout(() => void connect())
