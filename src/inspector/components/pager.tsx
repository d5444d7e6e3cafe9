/** Buttons for the next and the previous page of a list with cursors. */
import type { ComponentChildren } from 'preact'

interface Props<C> {
  /** The cursors of the pages up to this one. */
  readonly pages: readonly C[]
  readonly setPages: (pages: C[]) => void
  /** The cursor of the next page; null at the end. */
  readonly next: C | null
  /** The labels of the two buttons. */
  readonly labels: readonly [previous: string, next: string]
  readonly children?: ComponentChildren
}

export function Pager<C>({
  pages,
  setPages,
  next,
  labels: [previousLabel, nextLabel],
  children,
}: Props<C>) {
  return (
    <footer class="paging">
      {children}
      <span class="spacer" />
      <button
        type="button"
        disabled={pages.length === 0}
        onClick={() => setPages(pages.slice(0, -1))}
      >
        {previousLabel}
      </button>
      <button
        type="button"
        disabled={next === null}
        onClick={() => next !== null && setPages([...pages, next])}
      >
        {nextLabel}
      </button>
    </footer>
  )
}
