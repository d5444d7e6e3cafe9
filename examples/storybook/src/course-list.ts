/** The component that the stories show: a list of courses, or why there is none. It knows no emulator. */

export interface Props {
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
}

export function courseList(props: Props): HTMLElement {
  const list = document.createElement('section')
  list.textContent = 'Loading …'
  void show(list, props)
  return list
}

async function show(list: HTMLElement, { baseUrl, headers }: Props): Promise<void> {
  const response = await fetch(`${baseUrl}/courses?per_page=5`, { headers })
  if (response.status === 429) {
    list.textContent = `Busy. Try again in ${response.headers.get('retry-after')} s.`
  } else if (!response.ok) list.textContent = `Out of order (${response.status}).`
  else list.replaceChildren(...namesOf((await response.json()) as { name: string }[]))
}

function namesOf(courses: readonly { name: string }[]): HTMLElement[] {
  if (courses.length === 0) return [textIn('p', 'There are no courses.')]
  const names = textIn('ul', '')
  names.append(...courses.map(({ name }) => textIn('li', name)))
  return [names]
}

const textIn = (tag: string, text: string): HTMLElement =>
  Object.assign(document.createElement(tag), { textContent: text })
