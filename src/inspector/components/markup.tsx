/** Shows HTML of the shared components, which escape every value. */
import type { Html } from '../../report/html.ts'

interface Props {
  readonly html: Html
  readonly class?: string
}

export const Markup = ({ html, class: name }: Props) => (
  // oxlint-disable-next-line react/no-danger -- the templates escape every value
  <div {...(name && { class: name })} dangerouslySetInnerHTML={{ __html: html.text }} />
)
