/** The dialog that lists the keyboard shortcuts. */
import { useEffect, useRef } from 'preact/hooks'
import { isHelpShown, shortcuts } from './shortcuts.ts'

export function KeyboardHelp() {
  const dialog = useRef<HTMLDialogElement>(null)
  const isShown = isHelpShown.value
  useEffect(() => {
    if (isShown) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isShown])
  return (
    <dialog
      ref={dialog}
      class="help"
      aria-label="Keyboard"
      onClose={() => (isHelpShown.value = false)}
    >
      <h2>Keyboard</h2>
      <dl class="facts">
        {shortcuts.map(([key, description]) => (
          <>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{description}</dd>
          </>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  )
}
