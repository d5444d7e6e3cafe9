/** Every view of the inspector in a browser: it is accessible, and it does not overflow on a phone. */
import { type EmulatorServer, startServer } from 'course-admin-emulator/server'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pagesOfChromium } from './chromium.ts'
import { axeViolations, runSampleStory, screens, views } from './inspector-page.ts'
import { showView } from './inspector-views-page.ts'

const pages = pagesOfChromium()

/** A server for the tests of a block, which change nothing. */
function sharedServer(users: number): () => EmulatorServer {
  let server: EmulatorServer
  beforeAll(async () => {
    server = await startServer({ port: 0, world: 'small-school', clock: 'virtual' })
    await runSampleStory(server)
    server.emulator.given('users', users)
  })
  afterAll(() => server.close())
  return () => server
}

describe('on a screen', () => {
  const server = sharedServer(5)
  describe.each(screens)('of $width pixels, $colorScheme, axe finds nothing', (screen) => {
    const { width, colorScheme } = screen
    const page = pages.shared({ viewport: { width, height: 800 }, colorScheme })
    test.each(['story', 'story/usage', 'records', 'records/users', ...views])(
      'in %s',
      async (view) => {
        await showView(page(), server(), view)
        expect(await axeViolations(page())).toEqual([])
      },
    )
  })
})

/** The horizontal scroll range and the layout width of the page. */
const widthOf = (page: Page): Promise<object> =>
  page.evaluate(() => ({
    laidOut: innerWidth,
    scrolled: document.documentElement.scrollWidth,
    cut: document.querySelector('main')?.scrollWidth,
  }))

describe('on a phone', () => {
  const server = sharedServer(60)
  const phone = { isMobile: true, hasTouch: true }

  describe.each([
    {
      width: 390,
      height: 844,
      shown: ['story', 'story/usage', 'records', 'records/users', ...views],
    },
    { width: 320, height: 640, shown: ['story', 'records/users', 'webhooks', 'faults'] },
  ])('of $width pixels', ({ width, height, shown }) => {
    const page = pages.shared({ viewport: { width, height }, ...phone })
    test.each(shown)('%s does not overflow', async (view) => {
      await showView(page(), server(), view)
      expect(await widthOf(page())).toEqual({ laidOut: width, scrolled: width, cut: width })
    })
  })

  describe('axe finds nothing', () => {
    const page = pages.shared({ viewport: { width: 390, height: 844 }, ...phone })
    test.each(views)('in %s', async (view) => {
      await showView(page(), server(), view)
      expect(await axeViolations(page())).toEqual([])
    })
  })
})
