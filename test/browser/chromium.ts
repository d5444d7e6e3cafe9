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
  open(options?: PageOptions): Promise<Page>
  /** One page for all tests of a file or of a `describe` block, in a context of its own. */
  shared(options?: PageOptions): () => Page
}

type PageOptions = Parameters<Browser['newContext']>[0]

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
  const pageIn = async (context: BrowserContext): Promise<Page> => {
    const page = await context.newPage()
    page.on('pageerror', (error) => uncaught.push(error))
    return page
  }
  return {
    async open(options) {
      const context = await browser.newContext(options)
      contexts.push(context)
      return pageIn(context)
    },
    shared(options) {
      let page: Page
      beforeAll(async () => {
        page = await pageIn(await browser.newContext(options))
      })
      afterAll(() => page.context().close())
      return () => page
    },
  }
}
