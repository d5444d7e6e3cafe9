/** Leads through a list page by page, and back by the way that one came. */
import type { ComponentChildren } from 'preact'

interface Props<C> {
  /** Where the pages before this one lead on. */
  readonly pages: readonly C[]
  readonly setPages: (pages: C[]) => void
  /** Where this one leads on; null at the end. */
  readonly next: C | null
  /** What the two buttons are called. */
  readonly labels: readonly [back: string, on: string]
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
      <span class="spring" />
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
