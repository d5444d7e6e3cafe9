/** What stands where there is nothing to show yet: what it would be, and how to get it. */
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
