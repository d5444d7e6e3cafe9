/** The message of an empty view: what the view would show, and how to fill it. */
import type { ComponentChildren } from 'preact'

export function EmptyState(props: {
  readonly title: string
  readonly children?: ComponentChildren
}) {
  return (
    <div class="empty">
      <h2>{props.title}</h2>
      {props.children}
    </div>
  )
}
