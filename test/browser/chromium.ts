/** The Chromium that browser tests drive. */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

export interface Pages {
  /** A page in a context of its own, closed when the test ends. */
  open(options?: Parameters<Browser['newContext']>[0]): Promise<Page>
}

/** One browser for the tests of a file; an error that a page does not catch fails its test. */
export function pagesOfChromium(): Pages {
  let browser: Browser
  let contexts: BrowserContext[] = []
  let uncaught: Error[] = []
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args })
  })
  afterAll(() => browser.close())
  afterEach(async () => {
    const errors = uncaught
    await Promise.all(contexts.map((context) => context.close()))
    contexts = []
    uncaught = []
    expect(errors).toEqual([])
  })
  return {
    async open(options) {
      const context = await browser.newContext(options)
      contexts.push(context)
      const page = await context.newPage()
      page.on('pageerror', (error) => uncaught.push(error))
      return page
    },
  }
}
