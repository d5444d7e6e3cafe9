/** `npm run pictures`: takes the pictures of the documentation from real runs, light and dark. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { format, resolveConfig } from 'prettier'
import { storyToHTML } from '../src/index.ts'
import { startServer } from '../src/server.ts'
import {
  mergeWhileDown,
  picturedOptions,
  picturedStories,
  shownIn,
} from '../test/pictures/pictured-stories.ts'

const folder = new URL('../docs/pictures/', import.meta.url)
const recorded = new URL('../test/pictures/pictures.json', import.meta.url)

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
const args = ['--no-sandbox', '--disable-gpu']
const browser = await chromium.launch({ executablePath, args })
mkdirSync(folder, { recursive: true })

await using server = await startServer({ ...picturedOptions, port: 0 })
await mergeWhileDown(server.emulator)
await take(browser, 'inspector', `${server.inspector}#/story`, { width: 1360, height: 460 })

const { exploration } = await picturedStories()
const page = join(tmpdir(), 'exploration.html')
writeFileSync(page, storyToHTML(exploration))
await take(browser, 'exploration', pathToFileURL(page).href, { width: 1180, height: 376 })
await browser.close()

const shown = Object.entries(await picturedStories()).map(([name, story]) => [
  name,
  JSON.parse(shownIn(story)) as unknown,
])
const text = JSON.stringify(Object.fromEntries(shown))
writeFileSync(recorded, await format(text, { ...(await resolveConfig(recorded)), parser: 'json' }))

async function take(
  from: Browser,
  name: string,
  url: string,
  viewport: { readonly width: number; readonly height: number },
): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await from.newContext({ viewport, colorScheme })
    const shot = await context.newPage()
    await shot.goto(url)
    await shot
      .getByText(/^user\.(merged|updated)/)
      .first()
      .waitFor()
    if (name === 'inspector') await shot.getByText('user.merged #1').click()
    const file = new URL(`${name}-${colorScheme}.png`, folder).pathname
    await shot.screenshot({ path: file, animations: 'disabled' })
    await context.close()
  }
}
