/** A drawer that shows what the emulator did: the entries of its journal, as they come. */
import { element } from './elements.js'

/** An entry of the event stream of the control plane. */
interface Entry {
  readonly number: number
  /** The time on the emulator's clock, in milliseconds since 1970. */
  readonly at: number
  readonly title: string
  readonly severity: string
}

/** The number of entries that the drawer keeps. */
const entriesMax = 200

/** Adds the drawer and its button to the page. `control` is the address of the control plane. */
export function addDrawer(control: string): void {
  const list = element('ol')
  const drawer = element(
    'aside',
    { id: 'drawer', 'aria-label': 'What the service did' },
    element('h2', {}, 'What the service did'),
    element('a', { href: control }, 'Open the inspector'),
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
    list.prepend(...entries.toReversed().map(itemOf))
    while (list.children.length > entriesMax) list.lastElementChild?.remove()
  })
}

const itemOf = ({ at, title, severity }: Entry): HTMLElement =>
  element(
    'li',
    { class: severity },
    element('time', {}, new Date(at).toISOString().slice(11, 19)),
    title,
  )
