/** A list that renders only its visible rows. */
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

interface Props {
  readonly label: string
  readonly count: number
  readonly rowHeight: number
  readonly renderRow: (index: number) => ComponentChildren
  /** The index of the row to scroll to. */
  readonly reveal?: number | undefined
  /** Keeps the end visible while rows are added, if the end is visible now. */
  readonly follow?: boolean
}

const overscan = 8

export function VirtualList({ label, count, rowHeight, renderRow, reveal, follow }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [height, setHeight] = useState(600)
  const isAtEnd = useRef(true)
  useEffect(() => {
    const element = box.current as HTMLElement
    const observer = new ResizeObserver(() => setHeight(element.clientHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  useLayoutEffect(() => {
    const element = box.current as HTMLElement
    if (follow && isAtEnd.current) element.scrollTop = element.scrollHeight
  }, [count])
  useLayoutEffect(() => {
    const element = box.current as HTMLElement
    const y = (reveal ?? -1) * rowHeight
    if (y < 0 || (y >= element.scrollTop && y < element.scrollTop + height - rowHeight)) return
    element.scrollTop = y - height / 2
  }, [reveal, height])
  const handleScroll = (event: Event): void => {
    const { scrollTop, scrollHeight, clientHeight } = event.currentTarget as HTMLElement
    isAtEnd.current = scrollTop + clientHeight > scrollHeight - rowHeight
    setTop(scrollTop)
  }
  const first = Math.max(0, Math.floor(top / rowHeight) - overscan)
  const last = Math.min(count, Math.ceil((top + height) / rowHeight) + overscan)
  const rows = Array.from({ length: Math.max(0, last - first) }, (_, i) => renderRow(first + i))
  return (
    <div
      class="rows-list"
      ref={box}
      onScroll={handleScroll}
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <div style={{ height: `${count * rowHeight}px` }}>
        <div style={{ transform: `translateY(${first * rowHeight}px)` }}>{rows}</div>
      </div>
    </div>
  )
}
