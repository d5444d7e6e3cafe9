/** Shows one view of the inspector after the other in the same page. */
import type { EmulatorServer } from 'course-admin-emulator/server'
import type { Page, Request } from 'playwright-core'

interface Traffic {
  readonly pending: Set<Request>
  started: number
}

const trafficOf = new WeakMap<Page, Traffic>()

/** Counts the requests of a page. The live feed is not counted, because it does not end. */
function countRequests(page: Page): Traffic {
  const known = trafficOf.get(page)
  if (known) return known
  const traffic: Traffic = { pending: new Set(), started: 0 }
  trafficOf.set(page, traffic)
  page.on('request', (request) => {
    if (request.resourceType() === 'eventsource') return
    traffic.pending.add(request)
    traffic.started += 1
  })
  const end = (request: Request): unknown => traffic.pending.delete(request)
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return traffic
}

/** Resolves when the page did not change its elements during some frames in a row. */
const untilQuiet = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    let unchanged = 0
    const observer = new MutationObserver(() => (unchanged = 0))
    const all = { subtree: true, childList: true, attributes: true, characterData: true }
    observer.observe(document.documentElement, all)
    // Note: a view requests its data two frames after its first render at the latest.
    while (unchanged < 5) {
      unchanged += 1
      await new Promise(requestAnimationFrame)
    }
    const moving = document.getAnimations().map(({ finished }) => finished)
    await Promise.allSettled(moving)
    observer.disconnect()
  })

/** Shows a view and waits until it has its data: no request is pending, and the page does not change. */
export async function showView(page: Page, server: EmulatorServer, view: string): Promise<void> {
  const traffic = countRequests(page)
  await page.goto(`${server.inspector}#/${view}`)
  await page.getByText('live', { exact: true }).waitFor()
  const [id] = view.split('/')
  await page.locator(`nav.views a[href="#/${id}"][aria-current=page]`).waitFor()
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  let before: number
  do {
    before = traffic.started
    await untilQuiet(page)
  } while (traffic.pending.size > 0 || traffic.started > before)
}
