/** A list that renders only a window of its rows. */
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

interface Props {
  readonly label: string
  readonly class?: string
  readonly count: number
  readonly rowHeight: number
  readonly renderRow: (index: number) => ComponentChildren
  /** What stays above the rows. */
  readonly header?: ComponentChildren
  /** The index of the row to scroll to. */
  readonly reveal?: number | undefined
  /** Keeps the end visible while rows are added, if the end is visible now. */
  readonly follow?: boolean
  /** Called after each change of the rendered rows. */
  readonly onRendered?: () => void
}

/** The rows beyond each edge of the visible part. The window has about 130 rows. */
const overscan = 40
/** The window moves by this number of rows. */
const step = 20

export function VirtualList(props: Props) {
  const { label, count, rowHeight, renderRow, header, reveal, follow, onRendered } = props
  const box = useRef<HTMLDivElement>(null)
  // Note: a list that follows its end starts at infinity until it is scrolled up.
  const [start, setStart] = useState(follow ? Infinity : 0)
  const [height, setHeight] = useState(600)
  const isAtEnd = start === Infinity
  useEffect(() => {
    const element = box.current as HTMLElement
    const observer = new ResizeObserver(() => setHeight(element.clientHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  useLayoutEffect(() => {
    const element = box.current as HTMLElement
    if (isAtEnd) element.scrollTop = element.scrollHeight
  }, [count])
  useLayoutEffect(() => {
    const element = box.current as HTMLElement
    const y = (reveal ?? -1) * rowHeight
    if (y < 0 || (y >= element.scrollTop && y < element.scrollTop + height - rowHeight * 3)) return
    element.scrollTop = y - height / 2
  }, [reveal, height])
  const handleScroll = (event: Event): void => {
    const { scrollTop, scrollHeight, clientHeight } = event.currentTarget as HTMLElement
    const reachesEnd = scrollTop + clientHeight > scrollHeight - rowHeight
    const place = Math.floor(scrollTop / rowHeight / step) * step
    setStart(follow && reachesEnd ? Infinity : place)
  }
  const visible = Math.ceil(height / rowHeight) + step
  // Note: new rows replace those at the end, so that fewer ones stand above them.
  const above = isAtEnd ? 0 : overscan
  const first = Math.max(0, Math.min(start, count - visible) - above)
  const last = Math.min(count, first + overscan * 2 + visible)
  const rows = Array.from({ length: Math.max(0, last - first) }, (_, i) => renderRow(first + i))
  useLayoutEffect(() => onRendered?.())
  return (
    <div
      class={`rows-list ${props.class ?? ''}`}
      ref={box}
      onScroll={handleScroll}
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      {header}
      <div class="rows" style={{ height: `${count * rowHeight}px` }}>
        <div role="list" style={{ transform: `translateY(${first * rowHeight}px)` }}>
          {rows}
        </div>
      </div>
    </div>
  )
}
