/** A drawer that shows what the emulator did: the entries of its journal, as they come. */
import { element } from './elements.js'

/** An entry of the event stream of the control plane. */
interface Entry {
  readonly number: number
  /** The time on the emulator's clock, in milliseconds since 1970. */
  readonly at: number
  readonly title: string
  readonly severity: string
  /** The number of the entry that led to this one, such as the request of a change. */
  readonly cause?: number
}

/** The number of entries that the drawer keeps. */
const entriesMax = 200

/** Adds the drawer and its button to the page. `control` is the address of the control plane. */
export function addDrawer(control: string): void {
  const list = element('ol')
  const drawer = element(
    'aside',
    { id: 'drawer', 'aria-label': 'What the service did' },
    element(
      'p',
      {},
      element('strong', {}, 'What the service did'),
      element('a', { href: control }, 'Inspector'),
    ),
    list,
  )
  const button = element(
    'button',
    { type: 'button', 'aria-controls': drawer.id },
    'What the service did',
  )
  function toggle(isOpen: boolean): void {
    drawer.hidden = !isOpen
    button.setAttribute('aria-expanded', String(isOpen))
    document.body.classList.toggle('with-drawer', isOpen)
    drawer.scrollTop = drawer.scrollHeight
  }
  button.addEventListener('click', () => toggle(drawer.hidden))
  toggle(false)
  document.querySelector('header')?.append(button)
  document.body.append(drawer)

  // A position in no journal: the stream starts with the first entry.
  const stream = new EventSource(`${control}events?after=start.0`)
  stream.addEventListener('reset', () => list.replaceChildren())
  stream.addEventListener('entries', ({ data }: MessageEvent<string>) => {
    const entries = JSON.parse(data) as Entry[]
    list.append(...entries.slice(-entriesMax).map(itemOf))
    while (list.children.length > entriesMax) list.firstElementChild?.remove()
    drawer.scrollTop = drawer.scrollHeight
  })
}

/** An entry without the query of its request. An entry with a cause stands below it. */
const itemOf = ({ at, title, severity, cause }: Entry): HTMLElement =>
  element(
    'li',
    { class: cause === undefined ? severity : `${severity} effect` },
    element('time', {}, new Date(at).toISOString().slice(11, 19)),
    element('span', {}, title.replace(/\?\S+/, '')),
  )
