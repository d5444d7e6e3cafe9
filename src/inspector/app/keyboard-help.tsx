/** What the keyboard can do. */
import { useEffect, useRef } from 'preact/hooks'
import { helpShown, shortcuts } from './shortcuts.ts'

export function Help() {
  const dialog = useRef<HTMLDialogElement>(null)
  const isShown = helpShown.value
  useEffect(() => {
    if (isShown) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isShown])
  return (
    <dialog
      ref={dialog}
      class="help"
      aria-label="Keyboard"
      onClose={() => (helpShown.value = false)}
    >
      <h2>Keyboard</h2>
      <dl class="facts">
        {shortcuts.map(([key, does]) => (
          <>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  )
}
