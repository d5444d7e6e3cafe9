/** Another component: the enrollments of one person. */
import type { Props } from './course-list.js'

export function participant(user: number, { baseUrl, headers }: Props): HTMLElement {
  const list = document.createElement('ul')
  void fetch(`${baseUrl}/enrollments?student_id=${user}`, { headers })
    .then((response) => response.json() as Promise<{ id: number; status: string }[]>)
    .then((enrollments) => {
      const items = enrollments.map(({ id, status }) => {
        const item = document.createElement('li')
        item.append(
          `Enrollment ${id}: `,
          Object.assign(document.createElement('em'), { textContent: status }),
        )
        return item
      })
      list.replaceChildren(...items)
    })
  return list
}
